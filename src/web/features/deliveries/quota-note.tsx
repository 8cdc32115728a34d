import type { Audience } from '#contract/deliveries.ts';
import { type Spread, spreadSending } from '#contract/rules/sending-quota.ts';
import { planHasEnded, type SchoolResource } from '#contract/school.ts';
import { useSchool } from '#web/api/account.ts';
import { formatDate } from '#web/words/dates.ts';
import { people } from '#web/words/people-count.ts';
import { product } from '#web/words/product.ts';
import classes from './sending.module.css';

interface QuotaNoteProps {
  quota: Audience['quota'];
  recipients: number;
  /** Planned: the day is another one. */
  begins: Beginning;
}

/** When a sending begins, and when the school's plan ends. */
export interface Beginning {
  /** Null: now. */
  readonly at: Date | null;
  readonly plan: Parameters<typeof planHasEnded>[0];
  /** IANA zone of the school. */
  readonly zone: string;
}

/** The plan of a school, as far as it decides when something can be sent. */
export function planOf(school: SchoolResource['attributes'] | undefined): Beginning['plan'] {
  const end = school?.subscription_end_date ?? null;
  return { status: school?.subscription_status ?? 'active', endsAt: end === null ? null : new Date(end) };
}

/** That not everybody gets it on one day, nobody today, or nobody before there is a plan, and why. */
export function QuotaNote({ quota, recipients, begins }: QuotaNoteProps) {
  const { per_day, is_trial, is_stopped } = quota;
  const spread = spreadOver(quota, recipients, begins);
  const later = begins.at !== null;
  if (waitsForPlan(begins))
    return (
      <p className={classes.warning} role="note">
        {spread}
      </p>
    );
  if (is_stopped && !later)
    return (
      <p className={classes.warning} role="note">
        Too many of the addresses that were written to today do not exist, which mail providers take for spam.
        Nothing more goes out today: please check your list of subscribers, and send it tomorrow.
      </p>
    );
  if (spread === null) return null;
  return (
    <p className={classes.warning} role="note">
      {is_trial ? 'Your free trial' : 'Your school'} sends newsletters to {people(per_day)} a day. {spread}{' '}
      {is_trial && (
        <>
          With a plan, all of them get it at once. <AskForMore />
        </>
      )}
    </p>
  );
}

function AskForMore() {
  const id = useSchool()?.id ?? '';
  const { contactEmail } = product();
  const subject = encodeURIComponent(`More mails a day for school ${id}`);
  return (
    <>
      Or write to <a href={`mailto:${contactEmail}?subject=${subject}`}>{contactEmail}</a>.
    </>
  );
}

/** Whether a planned sending will wait for a plan: without one nothing begins. See docs/decisions/014. */
export const waitsForPlan = ({ at, plan }: Pick<Beginning, 'at' | 'plan'>) =>
  at !== null && planHasEnded(plan, at);

/** When a sending goes out, in a sentence or two, where that is neither at once nor at its time; else null. */
export function spreadOver(quota: Audience['quota'], recipients: number, begins: Beginning): string | null {
  const { per_day, left_today } = quota;
  if (waitsForPlan(begins)) {
    const what = begins.plan.status === 'trial' ? 'free trial' : 'plan';
    return `Your ${what} ends on ${endOf(begins)}, before that time. The sending then waits for a plan: choose one before, or go on with it once you have one.`;
  }
  const left = begins.at === null ? left_today : per_day;
  if (recipients <= left) return null;
  const spread = spreadSending({
    addresses: recipients,
    left,
    perDay: per_day,
    from: begins.at ?? new Date(),
    until: quota.is_trial ? begins.plan.endsAt : null,
  });
  const whenTo = begins.at === null ? 'today' : 'on that day';
  return [goingWords(spread, whenTo), waitingWords(spread, endOf(begins))]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function goingWords({ first, later, laterDays }: Spread, whenTo: string): string {
  if (first === 0 && later === 0) return '';
  if (first === 0)
    return `${people(later)} get it by and by, from tomorrow on: ${laterDays} ${laterDays === 1 ? 'day' : 'days'} in all.`;
  const now = `${people(first)} ${first === 1 ? 'gets' : 'get'} it ${whenTo}`;
  if (later === 0) return `${now}.`;
  return `${now}, ${people(later)} on ${laterDays === 1 ? 'the day after' : `the ${laterDays} days after`}.`;
}

function waitingWords({ waiting }: Spread, end: string): string {
  if (waiting === 0) return '';
  return `Your free trial ends on ${end}: ${people(waiting)} then ${waiting === 1 ? 'waits' : 'wait'} for a plan.`;
}

const endOf = ({ plan, zone }: Beginning) => formatDate(plan.endsAt?.toISOString() ?? '', zone);
