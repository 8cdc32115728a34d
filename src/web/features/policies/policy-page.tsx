import type { ReactNode } from 'react';
import classes from '#web/styles/text-page.module.css';
import { product } from '#web/words/product.ts';

/** The date of the last change to any policy. */
const CHANGED = '21 November 2026';

/** The frame of a policy: title, date of the last change, text, contact. */
export function PolicyPage({ title, children }: { title: string; children: ReactNode }) {
  const { contactEmail, operatorName, operatorAddress } = product();
  return (
    <article className={classes.page}>
      <h1>{title}</h1>
      <p className={classes.date}>Last changed on {CHANGED}</p>
      {children}
      <h2>Questions</h2>
      <p>
        Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>, or by post to {operatorName},{' '}
        {operatorAddress}. We answer on working days.
      </p>
    </article>
  );
}
