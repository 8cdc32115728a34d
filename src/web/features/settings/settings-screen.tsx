import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { PageTitle } from '#ui/page-title.tsx';
import classes from './settings.module.css';
import type { SettingsEntry } from './settings-menu.ts';
import { useSettings } from './use-settings.ts';

/** The overview of the settings, as tiles. */
export function Component() {
  const [mine, ...others] = useSettings();
  return (
    <>
      <PageTitle>{mine?.title}</PageTitle>
      <Tiles label={mine?.title} entries={mine?.entries ?? []} />
      {others.map(({ title, entries }) => (
        <section key={title} className={classes.group}>
          <h2 className={classes.groupTitle}>{title}</h2>
          <Tiles label={title} entries={entries} />
        </section>
      ))}
    </>
  );
}

function Tiles({ label, entries }: { label: string | undefined; entries: readonly SettingsEntry[] }) {
  return (
    <ul className={classes.tiles} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.to}>
          <Link to={entry.to} className={classes.tile}>
            <span className={classes.icon}>
              <entry.Icon size={22} stroke={1.75} aria-hidden="true" />
            </span>
            <span className={classes.words}>
              <span className={classes.label}>{entry.label}</span>
              <span className={classes.text}>{entry.text}</span>
            </span>
            <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
