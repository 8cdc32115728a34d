import type { ReactNode } from 'react';
import settings from '#web/features/settings/settings.module.css';
import classes from './two-step.module.css';

/** One way of two-step sign-in, with its actions. */
export function MethodRow(props: { icon: ReactNode; title: string; text: string; action: ReactNode }) {
  return (
    <div className={classes.way}>
      <span className={settings.icon}>{props.icon}</span>
      <div className={settings.words}>
        <h3 className={classes.title}>{props.title}</h3>
        <p className={settings.text}>{props.text}</p>
      </div>
      {props.action}
    </div>
  );
}
