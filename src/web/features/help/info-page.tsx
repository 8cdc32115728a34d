import type { ReactNode } from 'react';
import classes from '#web/styles/text-page.module.css';

/** The frame of a page of text about the product. */
export function InfoPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <article className={classes.page}>
      <h1>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      {children}
    </article>
  );
}
