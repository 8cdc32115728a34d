import { Link } from 'react-router';
import type { Dashboard } from '#contract/dashboard.ts';
import { SCREENS, screenPath } from '#contract/paths.ts';
import { type IssueState, RHYTHM_TROUBLE_WORDS } from '#contract/rhythm/next-issue.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { useSession } from '#web/session/session.ts';
import { formatTime } from '#web/words/dates.ts';
import { shortDate } from '#web/words/days.ts';
import classes from './dashboard.module.css';

/** The next issue of the rhythm, with its draft or the reason why there is none. */
export function NextIssueCard({
  issue: { next },
  zone,
}: {
  issue: NonNullable<Dashboard['next_issue']>;
  zone: string;
}) {
  const role = useSession()?.user.attributes.role;
  const setsIt = role === 'owner' || role === 'admin';
  const title =
    next === null ? 'None in your term dates' : `${formatWeekday(next.day)}, ${formatTime(next.at, zone)}`;
  const to = targetOf(next, setsIt);
  const words = (
    <>
      <span className={classes.name}>{title}</span>
      <span className={classes.date}>{noteOf(next, zone)}</span>
    </>
  );
  return (
    <section className={classes.card}>
      <h2 className={classes.title}>Next issue</h2>
      {to === null ? (
        <p className={classes.row}>{words}</p>
      ) : (
        <Link to={to} className={classes.row}>
          {words}
        </Link>
      )}
    </section>
  );
}

// Editors may not set the rhythm.
function targetOf(next: IssueState | null, setsIt: boolean): string | null {
  if (next?.newsletter) return screenPath('editor', { id: next.newsletter.id });
  if (!setsIt) return null;
  return next?.trouble === 'plan_ended' ? SCREENS.choosePlan : SCREENS.rhythm;
}

function noteOf(next: IssueState | null, zone: string): string {
  if (next === null) return 'Add the next term, so that drafts go on being made';
  const day = shortDate(dayIn(zone, new Date(next.draft_at)));
  if (next.newsletter?.is_published) return `‘${next.newsletter.title}’ is published`;
  if (next.newsletter !== null) return `Draft made on ${day} · ‘${next.newsletter.title}’`;
  if (next.is_made) return `Draft made on ${day}, and deleted since`;
  if (next.trouble !== null) return `No draft can be made. ${RHYTHM_TROUBLE_WORDS[next.trouble]}`;
  return `Draft comes on ${day}`;
}
