import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { COPY_MESSAGES } from '#contract/rules/copying.ts';
import { codeForm, twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { qrCodeOf } from '#newsletter/values/qr-code.ts';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { CodeInput } from '#web/forms/ways/code-input.tsx';
import classes from './two-step.module.css';

interface SetUpProps {
  /** Gets the recovery codes. */
  readonly onOn: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Sets up an authenticator app: shows the QR code, and asks for the first code. */
export function SetUp({ secret, uri, onOn, onCancel }: SetUpProps & { secret: string; uri: string }) {
  const { form, props } = useSchemaForm(codeForm, { code: '' }, (values) => confirm.mutate(values));
  const confirm = useMutation({
    mutationFn: (body: { code: string }) =>
      call(twoStepRoutes.confirmAuthenticator, { body, handles: showFieldErrors(form) }),
    onSuccess: ({ recovery_codes }) => onOn(recovery_codes),
  });
  const copySecret = async () => {
    if (await copyText(secret)) toast.success(COPY_MESSAGES.copied);
  };
  const { size, path } = qrCodeOf(uri);
  const id = useId();
  return (
    <form {...props} className={`${classes.inner} ${classes.pair}`}>
      <svg
        className={classes.picture}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="QR code for the app"
      >
        <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
        <path fill="#000" d={path} />
      </svg>
      <ol className={classes.steps}>
        <li>
          <span id={`${id}-scan`}>
            Scan this with an authenticator app on your phone, such as those of Google, Microsoft or your
            password manager.
          </span>
          <p className={classes.secret} id={`${id}-type`}>
            Or type: <code>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
          </p>
          {/* The first step is above: the field of the second one needs what is shown here. */}
          <Button
            variant="default"
            size="sm"
            autoFocus
            aria-describedby={`${id}-scan ${id}-type`}
            onClick={() => void copySecret()}
          >
            Copy the key
          </Button>
          <p className={classes.secret}>
            <a href={uri}>Open it in an app on this device</a>
          </p>
        </li>
        <li>
          <CodeInput
            {...required}
            label="Type the code that it shows"
            key={form.key('code')}
            {...form.getInputProps('code')}
          />
          <div className={classes.answers}>
            <BusyButton size="sm" busy={confirm.isPending} busyLabel="One moment…">
              Turn on
            </BusyButton>
            <Button variant="default" size="sm" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </li>
      </ol>
    </form>
  );
}
