import type { ReactNode } from 'react';
import classes from './dialog-answers.module.css';

/** The buttons below a question: beside each other, the main one last; on a phone above each other, the main one on top. */
export function DialogAnswers({ children }: { children: ReactNode }) {
  return <div className={classes.answers}>{children}</div>;
}
