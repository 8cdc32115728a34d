import { Checkbox, Drawer, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { code, recoveryCode, TWO_STEP_MESSAGES, twoStepRoutes } from '#contract/signing-in/two-step.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { CodeInput } from '#web/forms/code-input.tsx';
import type { Session } from '#web/session/session.ts';
import classes from './auth-panel.module.css';
import { begunSession } from './begun-session.ts';

const codeForm = z.strictObject({ code, trust: z.boolean() });
const recoveryForm = z.strictObject({ recovery_code: recoveryCode, trust: z.boolean() });

interface SecondStepProps {
  /** From the answer to the password. */
  readonly step: string;
  readonly onLoggedIn: (session: Session) => Promise<void>;
  /** The step's time is over: back to the password. */
  readonly onOver: () => void;
}

/** The second step of the log-in: a code of the app, or a recovery code. */
export function SecondStep(props: SecondStepProps) {
  const [byRecovery, setByRecovery] = useState(false);
  const change = () => setByRecovery(!byRecovery);
  return byRecovery ? (
    <ByRecoveryCode {...props} onChange={change} />
  ) : (
    <ByCode {...props} onChange={change} />
  );
}

interface WayProps extends SecondStepProps {
  readonly onChange: () => void;
}

function ByCode({ onChange, ...props }: WayProps) {
  const { form, props: formProps } = useSchemaForm(codeForm, { code: '', trust: false }, (values) =>
    take.mutate(values),
  );
  const take = useTaking(props, showFieldErrors(form));
  return (
    <form {...formProps} className={classes.form}>
      <Step
        title="Your code"
        lead="From your authenticator app."
        trust={form.getInputProps('trust', { type: 'checkbox' })}
        busy={take.isPending}
        other="Use a recovery code"
        onChange={onChange}
      >
        <CodeInput
          {...required}
          label="Code"
          autoFocus
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
      </Step>
    </form>
  );
}

function ByRecoveryCode({ onChange, ...props }: WayProps) {
  const { form, props: formProps } = useSchemaForm(
    recoveryForm,
    { recovery_code: '', trust: false },
    (values) => take.mutate(values),
  );
  const take = useTaking(props, showFieldErrors(form));
  return (
    <form {...formProps} className={classes.form}>
      <Step
        title="Your recovery code"
        lead="One of the ten that you kept. Each works once."
        trust={form.getInputProps('trust', { type: 'checkbox' })}
        busy={take.isPending}
        other="Use the app"
        onChange={onChange}
        fine="Neither the app nor a code? Your school’s owner can turn two-step sign-in off for you; an owner asks whoever runs this service."
      >
        <TextInput
          {...required}
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          key={form.key('recovery_code')}
          {...form.getInputProps('recovery_code')}
        />
      </Step>
    </form>
  );
}

interface StepProps {
  readonly title: string;
  readonly lead: string;
  /** The field. */
  readonly children: ReactNode;
  /** Of the checkbox. */
  readonly trust: object;
  readonly busy: boolean;
  /** The way to the other kind of code. */
  readonly other: string;
  readonly onChange: () => void;
  readonly fine?: string;
}

function Step({ title, lead, children, trust, busy, other, onChange, fine }: StepProps) {
  return (
    <div className={classes.middle}>
      <div>
        <Drawer.Title className={classes.title}>{title}</Drawer.Title>
        <p className={classes.lead}>{lead}</p>
      </div>
      {children}
      <Checkbox label="Trust this computer for 30 days" {...trust} />
      <BusyButton size="lg" busy={busy} busyLabel="Logging in…" fullWidth>
        Go on
      </BusyButton>
      <button type="button" className={classes.otherWay} onClick={onChange}>
        {other}
      </button>
      {fine !== undefined && <p className={classes.fine}>{fine}</p>}
    </div>
  );
}

type Values = z.output<typeof codeForm> | z.output<typeof recoveryForm>;

function useTaking({ step, onLoggedIn, onOver }: SecondStepProps, showErrors: (error: ApiError) => boolean) {
  return useMutation({
    mutationFn: (values: Values) =>
      call(twoStepRoutes.secondStep, {
        body: { step, ...values },
        handles: (error) => isOver(error) || showErrors(error),
      }),
    onSuccess: async ({ data }) => await onLoggedIn(begunSession(data)),
    onError: (error) => {
      if (!isApiError(error) || !isOver(error)) return;
      toast.error(TWO_STEP_MESSAGES.stepOver);
      onOver();
    },
  });
}

const isOver = (error: ApiError) => error.body.error_message === TWO_STEP_MESSAGES.stepOver;
