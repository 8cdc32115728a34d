import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './breadcrumbs.module.css';

interface Crumb {
  readonly label: string;
  /** Absent for the page that is shown. */
  readonly to?: string;
}

/** Where this page stands: the way to it, itself last. */
export function Breadcrumbs({ trail }: { trail: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" className={classes.nav}>
      <ol className={classes.list}>
        {trail.map(({ label, to }, index) => (
          <li key={label} className={classes.crumb}>
            {index > 0 && <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />}
            {to === undefined ? <span aria-current="page">{label}</span> : <Link to={to}>{label}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
