import { Link } from 'react-router';
import classes from './mailed-link.module.css';

/** Shown when a mailed link was opened without its token. `retry` links to where a new one can be requested. */
export function IncompleteLink({ retry }: { retry: { readonly label: string; readonly to: string } }) {
  return (
    <div className={classes.page}>
      <section className={classes.card}>
        <div>
          <h1 className={classes.title}>Please open the link in the mail again</h1>
          <p className={classes.lead}>
            This address is only the beginning of it. If the link cannot be pressed, copy all of it.
          </p>
        </div>
        <p className={classes.fine}>
          The mail is gone? <Link to={retry.to}>{retry.label}</Link>
        </p>
      </section>
    </div>
  );
}
