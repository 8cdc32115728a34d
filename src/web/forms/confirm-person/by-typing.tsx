import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { confirmRoutes } from '#contract/sign-in/confirming.ts';
import type { Way } from '#contract/sign-in/ways/way.ts';
import { DialogAnswers } from '#ui/dialogs/dialog-answers.tsx';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { UsernameField } from '#web/forms/username-field.tsx';
import { WayInput } from '#web/forms/ways/way-input.tsx';
import type { ConfirmProps } from '#web/forms/ways/way-on-web.ts';
import { useSession } from '#web/session/session.ts';
import classes from './confirm-person.module.css';

/** Asks for typed proof: a password or a code. */
export function ByTyping({ way, onConfirmed, onCancel }: ConfirmProps & { readonly way: Way }) {
  const email = useSession()?.user.attributes.email ?? '';
  const schema = z.record(z.string(), z.unknown()).pipe(z.object({ [way.id]: way.answer ?? z.never() }));
  const { form, props } = useSchemaForm<Record<string, unknown>>(schema, { [way.id]: '' }, (values) =>
    confirm.mutate(values),
  );
  const confirm = useMutation({
    mutationFn: (body: Record<string, unknown>) =>
      call(confirmRoutes.confirmPerson, { body, handles: showFieldErrors(form) }),
    onSuccess: onConfirmed,
  });
  return (
    <form {...props} className={classes.form}>
      {way.field?.kind === 'password' && <UsernameField email={email} />}
      <WayInput
        way={way}
        label={way.field?.label ?? way.words.name}
        description={way.field?.description}
        form={form}
      />
      <DialogAnswers>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <BusyButton busy={confirm.isPending} busyLabel="One moment…">
          Go on
        </BusyButton>
      </DialogAnswers>
    </form>
  );
}
