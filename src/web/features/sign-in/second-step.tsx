import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { CODE_REQUIRED } from '#contract/errors.ts';
import { passkeyRoutes } from '#contract/signing-in/passkeys.ts';
import { code, recoveryCode, TWO_STEP_MESSAGES, twoStepRoutes } from '#contract/signing-in/two-step.ts';
import { toast } from '#ui/feedback/toast.ts';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { CodeInput } from '#web/forms/code-input.tsx';
import { askForPasskey, supportsPasskeys } from '#web/passkeys/device.ts';
import { showPasskeyFailure } from '#web/passkeys/failure.ts';
import type { Session } from '#web/session/session.ts';
import classes from './auth-panel.module.css';
import { sessionOfReply } from './begun-session.ts';
import { Step } from './step.tsx';

/** A second step that is asked after a right password: its token, and by what it can be taken. */
export interface AskedStep {
  readonly step: string;
  readonly ways: readonly string[];
}

/** The second step that an answer asks for; null for any other. */
export function secondStepIn(error: unknown): AskedStep | null {
  if (!isApiError(error, 403) || error.body.error_code !== CODE_REQUIRED) return null;
  const { second_step: step, ways = ['code'] } = error.body;
  return step === undefined ? null : { step, ways };
}

const codeForm = z.strictObject({ code, trust: z.boolean() });
const trustForm = z.strictObject({ trust: z.boolean() });
const recoveryForm = z.strictObject({ recovery_code: recoveryCode, trust: z.boolean() });

interface SecondStepProps {
  /** From the answer to the password. */
  readonly step: string;
  /** Besides a recovery code. */
  readonly ways: readonly string[];
  readonly onLoggedIn: (session: Session) => Promise<void>;
  /** The step's time is over: back to the password. */
  readonly onOver: () => void;
}

/** The second step of the log-in: a code of the app, a passkey, or a recovery code. */
export function SecondStep(props: SecondStepProps) {
  const [byRecovery, setByRecovery] = useState(false);
  const change = () => setByRecovery(!byRecovery);
  if (byRecovery) return <ByRecoveryCode {...props} onChange={change} />;
  return props.ways.includes('code') ? (
    <ByCode {...props} onChange={change} />
  ) : (
    <ByPasskey {...props} onChange={change} />
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
  const passkey = usePasskeyStep(props);
  return (
    <form {...formProps} className={classes.form}>
      <Step
        title="Your code"
        lead="From your authenticator app."
        trust={form.getInputProps('trust', { type: 'checkbox' })}
        busy={take.isPending || passkey.isPending}
        others={[
          ...(props.ways.includes('passkey') && supportsPasskeys()
            ? [{ label: 'Use a passkey', onClick: () => passkey.mutate(form.getValues().trust) }]
            : []),
          { label: 'Use a recovery code', onClick: onChange },
        ]}
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

function ByPasskey({ onChange, ...props }: WayProps) {
  const { form, props: formProps } = useSchemaForm(trustForm, { trust: false }, ({ trust }) =>
    passkey.mutate(trust),
  );
  const passkey = usePasskeyStep(props);
  const canUse = supportsPasskeys();
  return (
    <form {...formProps} className={classes.form}>
      <Step
        title="Your passkey"
        lead={
          canUse
            ? 'Your device asks for your fingerprint, face or PIN.'
            : 'This browser cannot use passkeys. Please use another one, or a recovery code.'
        }
        trust={form.getInputProps('trust', { type: 'checkbox' })}
        busy={passkey.isPending}
        go={canUse ? 'Use a passkey' : null}
        others={[{ label: 'Use a recovery code', onClick: onChange }]}
      />
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
  const hasCode = props.ways.includes('code');
  return (
    <form {...formProps} className={classes.form}>
      <Step
        title="Your recovery code"
        lead="One of the ten that you kept. Each works once."
        trust={form.getInputProps('trust', { type: 'checkbox' })}
        busy={take.isPending}
        others={[{ label: hasCode ? 'Use the app' : 'Use a passkey', onClick: onChange }]}
        fine={`Neither the ${hasCode ? 'app' : 'passkey'} nor a code? Your school’s owner can turn two-step sign-in off for you; an owner asks whoever runs this service.`}
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

type Values = z.output<typeof codeForm> | z.output<typeof recoveryForm>;

function useTaking(props: SecondStepProps, showErrors: (error: ApiError) => boolean) {
  return useMutation({
    mutationFn: (values: Values) =>
      call(twoStepRoutes.secondStep, {
        body: { step: props.step, ...values },
        handles: (error) => isOver(error) || showErrors(error),
      }),
    ...outcomesOf(props),
  });
}

function usePasskeyStep(props: SecondStepProps) {
  const { step } = props;
  return useMutation({
    mutationFn: async (trust: boolean) => {
      const { options } = await call(passkeyRoutes.secondStepOptions, { body: { step }, handles: isOver });
      const passkey = await askForPasskey(options);
      return await call(twoStepRoutes.secondStep, { body: { step, passkey, trust }, handles: isOver });
    },
    ...outcomesOf(props),
  });
}

function outcomesOf({ onLoggedIn, onOver }: SecondStepProps) {
  return {
    onSuccess: async ({ data }: z.output<(typeof twoStepRoutes)['secondStep']['reply']>) =>
      await onLoggedIn(sessionOfReply(data)),
    onError: (error: Error) => {
      showPasskeyFailure(error);
      if (!isApiError(error) || !isOver(error)) return;
      toast.error(TWO_STEP_MESSAGES.stepOver);
      onOver();
    },
  };
}

const isOver = (error: ApiError) => error.body.error_message === TWO_STEP_MESSAGES.stepOver;
