import type { Answers, OnboardingStep } from './answers.ts';
import { STEPS } from './answers.ts';
import classes from './stepper.module.css';
import { isReachable, SCHOOL_STEPS, STEP_NAMES } from './steps.ts';

const GROUPS = [
  { name: 'Your school', steps: STEPS.slice(0, SCHOOL_STEPS), from: 1 },
  { name: 'First newsletter', steps: STEPS.slice(SCHOOL_STEPS), from: SCHOOL_STEPS + 1 },
] as const;

/** The numbered steps in two groups. A step is enabled once all steps before it are answered. */
export function Stepper({
  current,
  answers,
  onGo,
}: {
  /** Null before the first step. */
  current: OnboardingStep | null;
  answers: Answers;
  onGo: (step: OnboardingStep) => void;
}) {
  return (
    <nav className={classes.stepper} aria-label="Steps">
      {GROUPS.map((group) => (
        <div key={group.name} className={classes.group} style={{ flexGrow: group.steps.length }}>
          <span id={`steps-${group.from}`} className={classes.name}>
            {group.name}
          </span>
          <ol className={classes.steps} start={group.from} aria-labelledby={`steps-${group.from}`}>
            {group.steps.map((step, index) => (
              <li key={step} className={classes.step} data-passed={isPassed(step, current) || undefined}>
                <button
                  type="button"
                  className={classes.number}
                  aria-current={step === current ? 'step' : undefined}
                  title={STEP_NAMES[step]}
                  disabled={step !== current && !isReachable(step, answers)}
                  onClick={() => onGo(step)}
                >
                  <span className="visually-hidden">{`Step ${group.from + index}: ${STEP_NAMES[step]}`}</span>
                  <span aria-hidden="true">{group.from + index}</span>
                </button>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </nav>
  );
}

function isPassed(step: OnboardingStep, current: OnboardingStep | null): boolean {
  return current !== null && STEPS.indexOf(step) < STEPS.indexOf(current);
}
