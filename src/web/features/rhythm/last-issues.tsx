import { Link } from 'react-router';
import { screenPath } from '#contract/paths.ts';
import { type IssueOutcome, RHYTHM_TROUBLE_WORDS } from '#contract/rhythm/next-issue.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';
import classes from './rhythm.module.css';

/** The outcomes of the last issues. Renders nothing before the first. */
export function LastIssues({ issues }: { issues: readonly IssueOutcome[] }) {
  if (issues.length === 0) return null;
  return (
    <section className={classes.panel} aria-labelledby="last-issues">
      <h2 id="last-issues" className={classes.heading}>
        Last drafts
      </h2>
      <ul className={classes.rows}>
        {issues.map((issue) => (
          <li key={issue.day} className={classes.row}>
            <p className={classes.name}>{formatWeekday(issue.day)}</p>
            <p className={classes.when}>
              <Outcome issue={issue} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Outcome({ issue: { newsletter, is_made, trouble } }: { issue: IssueOutcome }) {
  if (newsletter !== null)
    return (
      <>
        <Link to={screenPath('editor', { id: newsletter.id })}>{newsletter.title}</Link>
        {newsletter.is_published ? ', published' : ', draft'}
      </>
    );
  if (is_made) return 'Made, and deleted since';
  return trouble === null ? 'Not made' : `Not made. ${RHYTHM_TROUBLE_WORDS[trouble]}`;
}
