import type { Audience } from '#contract/deliveries.ts';
import { type SendingSpread, spreadSending } from '#contract/rules/sending-quota.ts';
import { planHasEnded, type SchoolResource } from '#contract/school.ts';
import { people } from '#contract/texts/people-count.ts';
import { useSchool } from '#web/api/account.ts';
import { formatDate } from '#web/words/dates.ts';
import { product } from '#web/words/product.ts';
import classes from './sending.module.css';

interface QuotaNoteProps {
  quota: Audience['quota'];
  recipients: number;
  start: SendStart;
}

/** The start of a delivery, and the plan that decides whether it may start. */
export interface SendStart {
  /** Null means now. */
  readonly at: Date | null;
  readonly plan: Parameters<typeof planHasEnded>[0];
  /** IANA zone of the school. */
  readonly zone: string;
}

/** The part of a school's plan that decides when mails can be sent. */
export function planOf(school: SchoolResource['attributes'] | undefined): SendStart['plan'] {
  const end = school?.subscription_end_date ?? null;
  return { status: school?.subscription_status ?? 'active', endsAt: end === null ? null : new Date(end) };
}

/** Warns if the delivery takes several days, cannot start today, or has to wait for a plan. */
export function QuotaNote({ quota, recipients, start }: QuotaNoteProps) {
  const { per_day, is_trial, is_stopped } = quota;
  const schedule = scheduleText(quota, recipients, start);
  const isScheduled = start.at !== null;
  if (waitsForPlan(start))
    return (
      <p className={classes.warning} role="note">
        {schedule}
      </p>
    );
  if (is_stopped && !isScheduled)
    return (
      <p className={classes.warning} role="note">
        Too many of the addresses that were written to today do not exist, which mail providers take for spam.
        Nothing more goes out today: please check your list of subscribers, and send it tomorrow.
      </p>
    );
  if (schedule === null) return null;
  return (
    <p className={classes.warning} role="note">
      {is_trial ? 'Your free trial' : 'Your school'} sends newsletters to {people(per_day)} a day. {schedule}{' '}
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

/** Whether a scheduled delivery will wait for a plan, because the current one ends before. See docs/decisions/014. */
export const waitsForPlan = ({ at, plan }: Pick<SendStart, 'at' | 'plan'>) =>
  at !== null && planHasEnded(plan, at);

/** One or two sentences about when mails go out, if not all of them go at the chosen time; else null. */
export function scheduleText(quota: Audience['quota'], recipients: number, start: SendStart): string | null {
  const { per_day, left_today } = quota;
  if (waitsForPlan(start)) {
    const what = start.plan.status === 'trial' ? 'free trial' : 'plan';
    return `Your ${what} ends on ${endOf(start)}, before that time. The sending then waits for a plan: choose one before, or go on with it once you have one.`;
  }
  const remaining = start.at === null ? left_today : per_day;
  if (recipients <= remaining) return null;
  const spread = spreadSending({
    addresses: recipients,
    remaining,
    perDay: per_day,
    from: start.at ?? new Date(),
    until: quota.is_trial ? start.plan.endsAt : null,
  });
  const firstDay = start.at === null ? 'today' : 'on that day';
  return [sentText(spread, firstDay), waitingText(spread, endOf(start))]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function sentText({ first, later, laterDays }: SendingSpread, firstDay: string): string {
  if (first === 0 && later === 0) return '';
  if (first === 0) {
    const when = laterDays === 1 ? 'tomorrow' : `over ${laterDays} days, starting tomorrow`;
    return `${people(later)} ${later === 1 ? 'gets' : 'get'} it ${when}.`;
  }
  const now = `${people(first)} ${first === 1 ? 'gets' : 'get'} it ${firstDay}`;
  if (later === 0) return `${now}.`;
  return `${now}, ${people(later)} on ${laterDays === 1 ? 'the day after' : `the ${laterDays} days after`}.`;
}

function waitingText({ waiting }: SendingSpread, end: string): string {
  if (waiting === 0) return '';
  return `Your free trial ends on ${end}: ${people(waiting)} then ${waiting === 1 ? 'waits' : 'wait'} for a plan.`;
}

const endOf = ({ plan, zone }: SendStart) => formatDate(plan.endsAt?.toISOString() ?? '', zone);
