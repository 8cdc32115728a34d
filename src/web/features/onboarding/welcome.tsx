import { Button } from '@mantine/core';
import { useTitle } from '#web/app/use-title.ts';
import { productName } from '#web/words/product.ts';
import { type Answers, type OnboardingStep, STEPS } from './answers.ts';
import classes from './step-form.module.css';
import { Stepper } from './stepper.tsx';

/** The welcome screen before the first step. */
export function Welcome({ answers, onGo }: { answers: Answers; onGo: (step: OnboardingStep) => void }) {
  useTitle(`Welcome to ${productName()}`);
  return (
    <div className={classes.form}>
      <Stepper current={null} answers={answers} onGo={onGo} />
      <div className={classes.welcome}>
        <h1 className={classes.title}>Welcome to {productName()}</h1>
        <p className={classes.lead}>
          A few questions about your school, and your first newsletter is ready to be written. It takes about
          three minutes; have your logo at hand.
        </p>
        <div>
          <Button size="lg" onClick={() => onGo(STEPS[0])}>
            Get started
          </Button>
        </div>
      </div>
    </div>
  );
}
