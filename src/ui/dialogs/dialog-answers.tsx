import type { ReactNode } from 'react';
import classes from './dialog-answers.module.css';

/** The buttons below a question: side by side with the main one last, or stacked on a phone with the main one on top. */
export function DialogAnswers({ children }: { children: ReactNode }) {
  return <div className={classes.answers}>{children}</div>;
}
