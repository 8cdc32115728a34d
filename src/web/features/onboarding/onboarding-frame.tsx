import type { ReactNode } from 'react';
import { logOut } from '#web/api/log-out.ts';
import { Wordmark } from '#web/app/brand.tsx';
import { SamplePreview } from '#web/newsletter-ui/branding/sample-preview.tsx';
import type { Answers } from './answers.ts';
import classes from './onboarding-frame.module.css';
import { sampleOf } from './preview.ts';

/** The screen's layout: the question on the left, the preview on the right (below on small screens). */
export function OnboardingFrame({
  answers,
  isLong,
  children,
}: {
  answers: Answers;
  /** Whether the question is higher than most screens. */
  isLong: boolean;
  children: ReactNode;
}) {
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
      <div className={classes.preview} data-beside-long={isLong || undefined}>
        <SamplePreview sample={sampleOf(answers, window.location.origin)} chosen={answers.logo} />
      </div>
    </main>
  );
}
