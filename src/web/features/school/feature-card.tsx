import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './feature-card.module.css';

/** A feature with its switch, which saves at once. `id` is unique on the screen. */
export function FeatureCard({
  id,
  name,
  text,
  Icon,
  isOn,
  action,
  children,
  onSwitch,
}: {
  id: string;
  name: string;
  /** A description in one line. */
  text: string;
  Icon: TablerIcon;
  isOn: boolean;
  /** Shown beside the switch, such as a link to the settings. */
  action?: ReactNode;
  /** Shown below while it is on. */
  children?: ReactNode;
  onSwitch: (isOn: boolean) => void;
}) {
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.row}>
        <span className={classes.icon} data-off={!isOn || undefined}>
          <Icon size={22} stroke={1.75} aria-hidden="true" />
        </span>
        <div className={classes.words}>
          <h2 id={id} className={classes.name}>
            {name}
          </h2>
          <p id={`${id}-text`} className={classes.text}>
            {text}
          </p>
        </div>
        {action}
        <Switch
          size="md"
          color="var(--select)"
          withThumbIndicator={false}
          aria-labelledby={id}
          aria-describedby={`${id}-text`}
          checked={isOn}
          onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
        />
      </div>
      {children}
    </section>
  );
}
