import '#web/styles/app-controls.ts';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { SCREENS, screenPath } from '#contract/paths.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useSession } from '#web/session/session.ts';
import {
  type Answers,
  clearAnswers,
  loadAnswers,
  type OnboardingStep,
  STEPS,
  saveAnswers,
} from './answers.ts';
import { type StepRefusals, useFinish } from './finish.ts';
import { OnboardingFrame } from './onboarding-frame.tsx';
import { StepForm } from './step-form.tsx';
import { stepAfter, stepBefore, stepOfEntry } from './steps.ts';
import { Welcome } from './welcome.tsx';

/** Onboarding: asks about the school and its first newsletter, creates both, and opens the list. */
export function Component() {
  const person = useSession()?.user.id ?? '';
  const [answers, setAnswers] = useState(() => loadAnswers(person));
  const [refusals, setRefusals] = useState<StepRefusals>({});
  const navigate = useNavigate();
  const entry = useLocation();
  // Each step is a history entry, so that Back goes one step back. The first entry has no step in its state.
  const [first] = useState(answers.step);
  const step = stepOfEntry(entry.state, answers, first);
  const change = (part: Partial<Answers>) => {
    const next = { ...answers, ...part };
    setAnswers(next);
    saveAnswers(person, next);
  };
  const goTo = (to: OnboardingStep | null) => {
    change({ step: to });
    void navigate(SCREENS.onboarding, { state: { step: to } });
  };
  const finish = useFinish({
    onRefused: (refused) => {
      setRefusals(refused);
      goTo(STEPS.find((each) => refused[each] !== undefined) ?? step);
    },
    onDone: async (id) => {
      clearAnswers(person);
      await navigate(SCREENS.newsletters, { replace: true });
      // Hidden when the list is left: on a phone it would cover the newsletter itself.
      toast.success(`‘${answers.title.trim()}’ is in the list, as a draft`, {
        action: { label: 'Write it', run: () => void navigate(screenPath('editor', { id })) },
        isOfScreen: true,
      });
    },
  });
  return (
    <OnboardingFrame answers={answers} isLong={step === 'logo' || step === 'layout'}>
      {step === null ? (
        <Welcome answers={answers} onGo={goTo} />
      ) : (
        <StepForm
          key={step}
          step={step}
          answers={answers}
          refusal={refusals[step]}
          busy={finish.isPending}
          onChange={(part) => {
            setRefusals({ ...refusals, [step]: undefined });
            change(part);
          }}
          onGo={goTo}
          onBack={() => goTo(stepBefore(step))}
          onConfirm={() => {
            const next = stepAfter(step);
            if (next === null) finish.mutate(answers);
            else goTo(next);
          }}
        />
      )}
    </OnboardingFrame>
  );
}
