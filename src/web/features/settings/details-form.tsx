import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { PEOPLE_MESSAGES, peopleRoutes, profileForm } from '#contract/people.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import card from '#ui/forms/form-card.module.css';
import { changedValues, storedValues } from '#ui/forms/stored-values.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { ContactFields, PersonFields } from '#web/forms/form-fields.tsx';
import { useUnsavedFormGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { useUnsavedValues } from '#web/forms/use-unsaved-values.tsx';
import { type Session, updateSessionUser } from '#web/session/session.ts';
import { PendingEmail } from './pending-email.tsx';

type Person = Session['user']['attributes'];

const detailsForm = profileForm.required();
type Details = z.output<typeof detailsForm>;

/** The form for one's own details; only changed fields are sent. A new email has to be confirmed by a mailed link. */
export function DetailsForm({ person }: { person: Person }) {
  const queryClient = useQueryClient();
  const stored = storedValues(detailsForm, person);
  const { email } = stored;
  const { form, props } = useSchemaForm(detailsForm, stored, (values) => update.mutate(values));
  const update = useMutation({
    mutationFn: (values: Details) =>
      call(peopleRoutes.updateProfile, {
        body: changedValues(values, form.getInitialValues()),
        handles: showFieldErrors(form),
      }),
    onSuccess: ({ user }, values) => {
      queryClient.setQueryData(queryKeys.profile, user.data);
      updateSessionUser(user.data);
      toast.success(PEOPLE_MESSAGES.profileUpdated);
      if (isDifferent(values.email, user.data.attributes.email))
        form.setFieldValue('email', user.data.attributes.email);
      form.resetDirty();
      unsaved.clear();
    },
  });
  const unsaved = useUnsavedValues('my-details', stored, form.setValues);
  useUnsavedFormGuard(() => form.isDirty());
  return (
    <form {...props} className={`${card.card} ${card.form}`} onChange={() => unsaved.store(form.getValues())}>
      {unsaved.offer}
      <PersonFields
        form={form}
        optionalNames
        emailHint="You log in with it. A new one counts once you have followed the link that we mail there."
      />
      {person.pending_email !== null && (
        <PendingEmail
          email={email}
          wanted={person.pending_email}
          onCanceled={() => form.getInputNode('email')?.focus()}
        />
      )}
      <ContactFields form={form} />
      <BusyButton className={card.submit ?? ''} busy={update.isPending} busyLabel="Saving…">
        Save
      </BusyButton>
    </form>
  );
}

function isDifferent(typed: string, email: string): boolean {
  return typed.trim().toLowerCase() !== email;
}
