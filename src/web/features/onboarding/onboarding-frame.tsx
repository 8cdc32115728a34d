import type { ReactNode } from 'react';
import { logOut } from '#web/api/log-out.ts';
import { Wordmark } from '#web/app/brand.tsx';
import { SamplePreview } from '#web/newsletter-ui/branding/sample-preview.tsx';
import type { Answers } from './answers.ts';
import classes from './onboarding-frame.module.css';
import { wishOf } from './preview.ts';

/** The whole screen: the question on the left, how it will look on the right (on small screens below). */
export function OnboardingFrame({ answers, children }: { answers: Answers; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={classes.frame}>
      <div className={classes.pane}>
        <header className={classes.head}>
          <Wordmark />
          <button type="button" className={classes.logout} onClick={logOut}>
            Logout
          </button>
        </header>
        {children}
      </div>
      <div className={classes.preview}>
        <SamplePreview wish={wishOf(answers, window.location.origin)} chosen={answers.logo} />
      </div>
    </main>
  );
}
