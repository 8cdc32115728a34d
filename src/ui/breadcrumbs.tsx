import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './breadcrumbs.module.css';

interface BreadcrumbsProps {
  /** The pages above, from the top. */
  readonly above: readonly { readonly label: string; readonly to: string }[];
  /** The label of the current page. */
  readonly here: string;
}

/** The path to the current page, which is the last item. */
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
