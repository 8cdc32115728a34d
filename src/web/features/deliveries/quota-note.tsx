import type { Audience } from '#contract/deliveries.ts';
import { daysToSend } from '#contract/rules/sending-quota.ts';
import { planHasEnded, type SchoolResource } from '#contract/school.ts';
import { useSchool } from '#web/api/account.ts';
import { formatDate } from '#web/words/dates.ts';
import { people } from '#web/words/people-count.ts';
import { product } from '#web/words/product.ts';
import classes from './sending.module.css';

const DAY_MS = 86_400_000;

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

// Without a plan nothing begins: see docs/decisions/014.
const waitsForPlan = ({ at, plan }: Beginning) => at !== null && planHasEnded(plan, at);

/** When a sending goes out, in a sentence or two, where that is neither at once nor at its time; else null. */
export function spreadOver(quota: Audience['quota'], recipients: number, begins: Beginning): string | null {
  const { per_day, left_today } = quota;
  if (waitsForPlan(begins)) {
    const what = begins.plan.status === 'trial' ? 'free trial' : 'plan';
    return `Your ${what} ends on ${endOf(begins)}, before that time. The sending then waits for a plan: choose one before, or go on with it once you have one.`;
  }
  const left = begins.at === null ? left_today : per_day;
  if (recipients <= left) return null;
  const days = daysToSend(recipients, left, per_day) - (left > 0 ? 1 : 0);
  const end = quota.is_trial ? endWithin(days, begins) : null;
  const today = `${people(left)} ${left === 1 ? 'gets' : 'get'} it ${begins.at === null ? 'today' : 'on that day'}`;
  if (end !== null) {
    const first = left === 0 ? 'From tomorrow on' : today;
    return `${first}, ${people(per_day)} ${left === 0 ? 'get it each day' : 'on each day after'} until your free trial ends on ${end}. Whoever is left then waits for a plan.`;
  }
  if (left === 0)
    return `${people(recipients)} get it by and by, from tomorrow on: ${days} ${days === 1 ? 'day' : 'days'} in all.`;
  return `${today}, ${people(recipients - left)} on ${days === 1 ? 'the day after' : `the ${days} days after`}.`;
}

// The day of the trial's end, where it comes before the last of so many days after the first.
function endWithin(days: number, begins: Beginning): string | null {
  const { at, plan } = begins;
  const from = at ?? new Date();
  if (plan.endsAt === null || from.getTime() + days * DAY_MS < plan.endsAt.getTime()) return null;
  return endOf(begins);
}

const endOf = ({ plan, zone }: Beginning) => formatDate(plan.endsAt?.toISOString() ?? '', zone);
