import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { CODE_REQUIRED } from '#contract/errors.ts';
import { TWO_STEP_MESSAGES, twoStepRoutes } from '#contract/sign-in/two-step.ts';
import type { Way } from '#contract/sign-in/ways/way.ts';
import { firstAfterPassword, SPARES, wayOf } from '#contract/sign-in/ways.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { WayInput } from '#web/forms/ways/way-input.tsx';
import { deviceOf } from '#web/forms/ways/ways.ts';
import type { Session } from '#web/session/session.ts';
import classes from './auth-panel.module.css';
import { sessionOfReply } from './begun-session.ts';
import { Step } from './step.tsx';

/** A second step that the server requires after the right password: its token, and the possible ways. */
export interface AskedStep {
  readonly step: string;
  readonly ways: readonly string[];
}

/** The second step that a response requires; null for any other response. */
export function secondStepIn(error: unknown): AskedStep | null {
  if (!isApiError(error, 403) || error.body.error_code !== CODE_REQUIRED) return null;
  const { second_step: step, ways = ['code'] } = error.body;
  return step === undefined ? null : { step, ways };
}

interface SecondStepProps {
  /** The token in the response to the password. */
  readonly step: string;
  /** The ways besides a recovery code. */
  readonly ways: readonly string[];
  readonly onSignedIn: (session: Session) => Promise<void>;
  /** Called when the step has expired: the form returns to the password. */
  readonly onOver: () => void;
}

/** The second step of the sign-in: a typed code or the device's answer, one way at a time. */
export function SecondStep(props: SecondStepProps) {
  const first = firstAfterPassword(props.ways);
  const [chosen, choose] = useState(first);
  const all = [...props.ways, ...SPARES].flatMap((id) => wayOf(id) ?? []);
  if (chosen === undefined) return null;
  // A spare only offers the way that it replaces, which then offers the others again.
  const others = chosen.afterPassword === 'spare' ? all.filter((way) => way === first) : all;
  const shared = { ...props, others: others.filter((way) => way !== chosen), choose };
  return deviceOf(chosen) === null ? (
    <ByTyping key={chosen.id} way={chosen} {...shared} />
  ) : (
    <ByDevice key={chosen.id} way={chosen} {...shared} />
  );
}

interface ByWayProps extends SecondStepProps {
  readonly way: Way;
  readonly others: readonly Way[];
  readonly choose: (way: Way) => void;
}

function ByTyping({ way, others, choose, ...props }: ByWayProps) {
  const schema = z
    .record(z.string(), z.unknown())
    .pipe(z.object({ [way.id]: way.answer ?? z.never(), trust: z.boolean() }));
  const { form, props: formProps } = useSchemaForm<Record<string, unknown>>(
    schema,
    { [way.id]: '', trust: false },
    (values) => take.mutate(values),
  );
  const take = useTaking(props, showFieldErrors(form));
  const byDevice = useDeviceStep(props);
  const words = way.field?.step;
  return (
    <form {...formProps} className={classes.form}>
      <Step
        title={words?.title ?? way.words.name}
        lead={words?.lead ?? ''}
        trust={form.getInputProps('trust', { type: 'checkbox' })}
        busy={take.isPending || byDevice.isPending}
        others={others.flatMap((other) => {
          const device = deviceOf(other);
          // Asking the device needs no page of its own, except on the way back from a spare.
          if (device === null || way.afterPassword === 'spare')
            return { label: backTo(other), onClick: () => choose(other) };
          const ask = () => byDevice.mutate({ way: other, trust: form.getValues().trust === true });
          return device.isUsable() ? { label: other.words.use, onClick: ask } : [];
        })}
        fine={way.afterPassword === 'spare' ? fineOf(others) : undefined}
      >
        <WayInput way={way} label={words?.label ?? way.words.name} form={form} />
      </Step>
    </form>
  );
}

const backTo = (way: Way) => way.field?.step?.back ?? way.words.use;

function fineOf([other]: readonly Way[]): string {
  return `Neither the ${other?.words.held ?? other?.words.name.toLowerCase()} nor a code? Your school’s owner can turn two-step sign-in off for you; an owner asks whoever runs this service.`;
}

const trustForm = z.strictObject({ trust: z.boolean() });

function ByDevice({ way, others, choose, ...props }: ByWayProps) {
  const { form, props: formProps } = useSchemaForm(trustForm, { trust: false }, ({ trust }) =>
    take.mutate({ way, trust }),
  );
  const take = useDeviceStep(props);
  const device = deviceOf(way);
  const canUse = device?.isUsable() ?? false;
  return (
    <form {...formProps} className={classes.form}>
      <Step
        title={device?.step.title ?? way.words.name}
        lead={(canUse ? device?.step.lead : device?.step.unusable) ?? ''}
        trust={form.getInputProps('trust', { type: 'checkbox' })}
        busy={take.isPending}
        go={canUse ? way.words.use : null}
        others={others.map((other) => ({ label: backTo(other), onClick: () => choose(other) }))}
      />
    </form>
  );
}

function useTaking(props: SecondStepProps, showErrors: (error: ApiError) => boolean) {
  return useMutation({
    mutationFn: (values: Record<string, unknown>) =>
      takeStep(props.step, values, (error) => isOver(error) || showErrors(error)),
    ...outcomesOf(props),
  });
}

function useDeviceStep(props: SecondStepProps) {
  const { step } = props;
  const { onSuccess, onError } = outcomesOf(props);
  return useMutation({
    mutationFn: async ({ way, trust }: { readonly way: Way; readonly trust: boolean }) =>
      await takeStep(step, { [way.id]: await deviceOf(way)?.toStep(step, isOver), trust }, isOver),
    onSuccess,
    onError: (error: Error, { way }) => {
      deviceOf(way)?.onError(error);
      onError(error);
    },
  });
}

async function takeStep(
  step: string,
  values: Readonly<Record<string, unknown>>,
  handles: (error: ApiError) => boolean,
) {
  return await call(twoStepRoutes.secondStep, { body: { step, ...values }, handles });
}

function outcomesOf({ onSignedIn, onOver }: SecondStepProps) {
  return {
    onSuccess: async ({ data }: z.output<(typeof twoStepRoutes)['secondStep']['reply']>) =>
      await onSignedIn(sessionOfReply(data)),
    onError: (error: Error) => {
      if (!isApiError(error) || !isOver(error)) return;
      toast.error(TWO_STEP_MESSAGES.stepOver);
      onOver();
    },
  };
}

const isOver = (error: ApiError) => error.body.error_message === TWO_STEP_MESSAGES.stepOver;
