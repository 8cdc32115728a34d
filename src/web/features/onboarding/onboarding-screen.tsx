import { useState } from 'react';
import { useNavigate } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { useSession } from '../../session.ts';
import { type Answers, forgetAnswers, keepAnswers, recallAnswers, STEPS } from './answers.ts';
import { type Refusals, useFinish } from './finish.ts';
import { OnboardingFrame } from './onboarding-frame.tsx';
import { StepForm } from './step-form.tsx';
import { stepAfter, stepBefore } from './steps.ts';
import { Welcome } from './welcome.tsx';

/** The first run: four steps about the school, two about its first newsletter, then the newsletters. */
export function Component() {
  const person = useSession()?.user.id ?? '';
  const [answers, setAnswers] = useState(() => recallAnswers(person));
  const [refusals, setRefusals] = useState<Refusals>({});
  const navigate = useNavigate();
  const change = (part: Partial<Answers>) => {
    const next = { ...answers, ...part };
    setAnswers(next);
    keepAnswers(person, next);
  };
  const finish = useFinish({
    onRefused: (refused) => {
      setRefusals(refused);
      change({ step: STEPS.find((step) => refused[step] !== undefined) ?? answers.step });
    },
    onDone: () => {
      forgetAnswers(person);
      return navigate(SCREENS.newsletters, { replace: true });
    },
  });
  const { step } = answers;
  return (
    <OnboardingFrame answers={answers}>
      {step === null ? (
        <Welcome onStart={() => change({ step: STEPS[0] })} />
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
          onGo={(to) => change({ step: to })}
          onBack={() => change({ step: stepBefore(step) })}
          onConfirm={() => {
            const next = stepAfter(step);
            if (next === null) finish.mutate(answers);
            else change({ step: next });
          }}
        />
      )}
    </OnboardingFrame>
  );
}
