import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type FormEvent, useId } from 'react';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useTitle } from '#web/app/use-title.ts';
import { useSuggestedAddress } from '#web/forms/suggested-address.tsx';
import type { Answers, OnboardingStep } from './answers.ts';
import { LayoutStep } from './layout-step.tsx';
import { LogoStep } from './logo-step.tsx';
import classes from './step-form.module.css';
import { Stepper } from './stepper.tsx';
import { isFilled, problemOf } from './steps.ts';
import { TextField } from './text-step.tsx';

const STEP_TEXTS = {
  name: {
    title: 'What is your school called?',
    lead: 'As parents know it. A newsletter’s footer shows it.',
  },
  logo: {
    title: 'Your logo and colours',
    lead: 'They go at the head of every newsletter. You can change them later in School settings.',
  },
  email: {
    title: 'Where can parents write to?',
    lead: 'The address of the school office. A newsletter’s footer shows it.',
  },
  phone: {
    title: 'And where can they call?',
    lead: 'A newsletter’s footer shows it, beside the email address.',
  },
  title: { title: 'Your first newsletter', lead: 'What is it called? You can change it at any time.' },
  layout: {
    title: 'Choose a layout',
    lead: 'Start from an empty one, or from a newsletter that is written already. On a phone there is always one column.',
  },
} as const satisfies Record<OnboardingStep, { title: string; lead: string }>;

interface StepFormProps {
  readonly step: OnboardingStep;
  readonly answers: Answers;
  readonly refusal: string | undefined;
  readonly busy: boolean;
  readonly onChange: (change: Partial<Answers>) => void;
  readonly onGo: (step: OnboardingStep) => void;
  readonly onBack: () => void;
  readonly onConfirm: () => void;
}

/** One step: the stepper, its field, Back and Confirm. */
export function StepForm(props: StepFormProps) {
  const { step, answers, busy, onGo, onBack, onConfirm } = props;
  const lacksLogo = step === 'logo' && !isFilled(step, answers);
  const [title, needed] = [useId(), useId()];
  const meant = useSuggestedAddress();
  useTitle(STEP_TEXTS[step].title);
  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || !isFilled(step, answers)) return;
    // Blurring and focusing the field shows its error.
    if (problemOf(step, answers) !== null)
      refocus(event.currentTarget.querySelector('input[aria-invalid="true"], input[name]'));
    else if (step !== 'email' || meant.mayBeSent(answers.email)) onConfirm();
  };
  return (
    <form ref={focusHeading} className={classes.form} noValidate onSubmit={confirm}>
      <Stepper current={step} answers={answers} onGo={onGo} />
      {/* A group: screen readers read the question when the focus moves to its field. */}
      <fieldset
        className={classes.question}
        aria-labelledby={title}
        aria-describedby={lacksLogo ? needed : undefined}
      >
        <h1 id={title} tabIndex={-1} className={classes.title}>
          {STEP_TEXTS[step].title}
        </h1>
        <p className={classes.lead}>{STEP_TEXTS[step].lead}</p>
        <Field {...props} />
        {step === 'email' &&
          meant.hint({ setFieldValue: (field, value) => props.onChange({ [field]: value }) }, 'Confirm')}
      </fieldset>
      <div className={classes.foot}>
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />}
          onClick={onBack}
        >
          Back
        </Button>
        {lacksLogo && (
          <p id={needed} className={classes.needed}>
            Still needed: a logo. A photo of your letterhead will do for now.
          </p>
        )}
        <BusyButton
          busy={busy}
          busyLabel="Setting up…"
          disabled={!isFilled(step, answers)}
          className={classes.confirm ?? ''}
        >
          Confirm
        </BusyButton>
      </div>
    </form>
  );
}

function Field({ step, answers, refusal, onChange }: StepFormProps) {
  if (step === 'logo') return <LogoStep answers={answers} refusal={refusal} onChange={onChange} />;
  if (step === 'layout') return <LayoutStep answers={answers} onChange={onChange} />;
  return (
    <TextField
      step={step}
      answers={answers}
      refusal={refusal}
      onChange={(value) => onChange({ [step]: value })}
    />
  );
}

// A text field focuses itself. Other steps focus the heading, so that screen readers announce it.
function focusHeading(form: HTMLFormElement | null): void {
  if (form?.contains(document.activeElement) === false) form.querySelector('h1')?.focus();
}

function refocus(input: Element | null | undefined): void {
  if (!(input instanceof HTMLInputElement)) return;
  input.blur();
  input.focus();
}
