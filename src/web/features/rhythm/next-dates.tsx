import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { isSameIssue, issueDaysAfter } from '#contract/rhythm/issue-days.ts';
import { RHYTHM_TROUBLE_WORDS } from '#contract/rhythm/next-issue.ts';
import type { RhythmForm, RhythmResource } from '#contract/rhythm/rhythm.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { shortDate } from '#web/words/days.ts';
import classes from './rhythm.module.css';

const SHOWN = 3;

/** The next issues by the form's values, before saving, with anything that prevents their drafts. */
export function NextDates({
  form,
  stored: { term_dates: terms, next, issues },
  zone,
  isChanged,
  outDay,
}: {
  form: RhythmForm;
  stored: RhythmResource['attributes'];
  zone: string;
  /** Whether the form differs from the stored rhythm. */
  isChanged: boolean;
  /** The day in the title of the newsletter that the first draft is made from: up to it all issues are published. */
  outDay: string | null;
}) {
  const now = new Date();
  const days = issueDaysAfter(now, SHOWN, form, { terms, timeZone: zone });
  const isMade = (day: string) => issues.some((each) => each.is_made && isSameIssue(each.day, day));
  const isOut = (day: string) =>
    (outDay !== null && day <= outDay) ||
    issues.some((each) => each.newsletter?.is_published && isSameIssue(each.day, day));
  const trouble = form.is_on ? (next?.trouble ?? null) : null;
  return (
    <section className={classes.next} aria-labelledby="next-issues">
      <h2 id="next-issues" className={classes.heading}>
        Next issues
      </h2>
      {/* Announced by screen readers when a field changes them. */}
      <div role="status">
        {!form.is_on && <p className={classes.hint}>Off: no drafts are made.</p>}
        {form.is_on && days.length === 0 && (
          <p className={classes.hint}>None: there are no days left in your term dates. Add the next term.</p>
        )}
        {form.is_on && days.length > 0 && (
          <ol className={classes.dates}>
            {days.map(({ day, draftAt }) => (
              <li key={day} className={classes.date}>
                <strong>{formatWeekday(day)}</strong>
                <span>
                  {isOut(day)
                    ? 'Out already'
                    : isMade(day)
                      ? 'Draft is made'
                      : draftAt <= now
                        ? isChanged
                          ? 'Draft is made when you save, and people are notified'
                          : 'Draft is due now'
                        : `Draft on ${shortDate(dayIn(zone, draftAt))}`}
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
      {trouble && (
        <p className={classes.trouble}>
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" />
          <span>
            No draft can be made. {RHYTHM_TROUBLE_WORDS[trouble]}.{' '}
            {trouble === 'plan_ended' && <Link to={SCREENS.choosePlan}>See the plans</Link>}
          </span>
        </p>
      )}
    </section>
  );
}
