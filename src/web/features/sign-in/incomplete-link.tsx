import { Link } from 'react-router';
import classes from './mailed-link.module.css';

/** Where a mailed link was to be followed and only its beginning was: nothing can be done here without the whole of it. */
export function IncompleteLink({ anew }: { anew: { readonly label: string; readonly to: string } }) {
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
          The mail is gone? <Link to={anew.to}>{anew.label}</Link>
        </p>
      </section>
    </div>
  );
}
