import type { Audience } from '#contract/deliveries.ts';
import { daysToSend } from '#contract/sending-quota.ts';
import { useSchool } from '../../api/account.ts';
import { people } from '../../people-count.ts';
import { product } from '../../product.ts';
import classes from './sending.module.css';

interface QuotaNoteProps {
  quota: Audience['quota'];
  recipients: number;
  /** Planned: the day is another one. */
  later: boolean;
}

/** That not everybody gets it on one day, or nobody today, and why. */
export function QuotaNote({ quota, recipients, later }: QuotaNoteProps) {
  const { per_day, is_trial, is_stopped } = quota;
  const spread = spreadOver(quota, recipients, later);
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

/** How a sending is spread over days, in a sentence; null where one is enough. */
export function spreadOver(
  { per_day, left_today }: Audience['quota'],
  recipients: number,
  later: boolean,
): string | null {
  const left = later ? per_day : left_today;
  if (recipients <= left) return null;
  const rest = recipients - left;
  const days = daysToSend(recipients, left, per_day) - (left > 0 ? 1 : 0);
  const over = days === 1 ? 'the day after' : `the ${days} days after`;
  if (left === 0)
    return `${people(recipients)} get it by and by, from tomorrow on: ${days} ${days === 1 ? 'day' : 'days'} in all.`;
  return `${people(left)} ${left === 1 ? 'gets' : 'get'} it ${later ? 'on that day' : 'today'}, ${people(rest)} on ${over}.`;
}
