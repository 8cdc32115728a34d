import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { useSession } from '#web/session/session.ts';
import { type Answers, forgetAnswers, keepAnswers, recallAnswers, STEPS, type Step } from './answers.ts';
import { type Refusals, useFinish } from './finish.ts';
import { OnboardingFrame } from './onboarding-frame.tsx';
import { StepForm } from './step-form.tsx';
import { stepAfter, stepBefore, stepOfEntry } from './steps.ts';
import { Welcome } from './welcome.tsx';

/** The first run: four steps about the school, two about its first newsletter, then the newsletters. */
export function Component() {
  const person = useSession()?.user.id ?? '';
  const [answers, setAnswers] = useState(() => recallAnswers(person));
  const [refusals, setRefusals] = useState<Refusals>({});
  const navigate = useNavigate();
  const entry = useLocation();
  // Each step is an entry of the history, so that the browser's Back goes one step back. The first entry has none.
  const [first] = useState(answers.step);
  const step = stepOfEntry(entry.state, answers, first);
  const change = (part: Partial<Answers>) => {
    const next = { ...answers, ...part };
    setAnswers(next);
    keepAnswers(person, next);
  };
  const go = (to: Step | null) => {
    change({ step: to });
    void navigate(SCREENS.onboarding, { state: { step: to } });
  };
  const finish = useFinish({
    onRefused: (refused) => {
      setRefusals(refused);
      go(STEPS.find((each) => refused[each] !== undefined) ?? step);
    },
    onDone: () => {
      forgetAnswers(person);
      return navigate(SCREENS.newsletters, { replace: true });
    },
  });
  return (
    <OnboardingFrame answers={answers}>
      {step === null ? (
        <Welcome answers={answers} onGo={go} />
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
          onGo={go}
          onBack={() => go(stepBefore(step))}
          onConfirm={() => {
            const next = stepAfter(step);
            if (next === null) finish.mutate(answers);
            else go(next);
          }}
        />
      )}
    </OnboardingFrame>
  );
}
