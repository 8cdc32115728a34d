import { IconChevronRight, IconKey, IconUser } from '@tabler/icons-react';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { PageTitle } from '../../kit/page-title.tsx';
import classes from './settings.module.css';

const TILES = [
  { label: 'My details', text: 'Your name, email and phone number', to: SCREENS.myDetails, Icon: IconUser },
  {
    label: 'Password settings',
    text: 'Your password, and where you are signed in',
    to: SCREENS.passwordSettings,
    Icon: IconKey,
  },
];

/** The settings, as tiles. */
export function Component() {
  return (
    <>
      <PageTitle>My settings</PageTitle>
      <ul className={classes.tiles}>
        {TILES.map(({ label, text, to, Icon }) => (
          <li key={to}>
            <Link to={to} className={classes.tile}>
              <span className={classes.icon}>
                <Icon size={22} stroke={1.75} aria-hidden="true" />
              </span>
              <span className={classes.words}>
                <span className={classes.label}>{label}</span>
                <span className={classes.text}>{text}</span>
              </span>
              <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
