import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './breadcrumbs.module.css';

interface BreadcrumbsProps {
  /** From the top down. */
  readonly above: readonly { readonly label: string; readonly to: string }[];
  /** The page that is shown. */
  readonly here: string;
}

/** Where this page stands: the way to it, itself last. */
export function Breadcrumbs({ above, here }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumbs" className={classes.nav}>
      <ol className={classes.list}>
        {above.map(({ label, to }) => (
          <li key={to} className={classes.crumb}>
            <Link to={to}>{label}</Link>
            <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
          </li>
        ))}
        <li className={classes.crumb}>
          <span aria-current="page">{here}</span>
        </li>
      </ol>
    </nav>
  );
}
