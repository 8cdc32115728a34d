import { DELIVERY_MESSAGES } from '#contract/deliveries.ts';
import type { AppContext } from '#server/context.ts';
import type { Delivery } from '#server/data/deliveries.ts';
import { isSchoolEmailConfirmed } from '#server/data/school-email.ts';
import { loadSchool, type School } from '#server/data/schools.ts';
import { findOwner, isStaffAddress } from '#server/data/staff.ts';
import { invalid } from '#server/platform/http/errors.ts';
import { logDelivery } from './repo.ts';

/** The reply address of newsletters. */

/** The default: the school's address once it is confirmed, the owner's until then. */
async function defaultReplyTo({ database }: AppContext, school: School): Promise<string> {
  const isConfirmed = await isSchoolEmailConfirmed(database, school);
  if (isConfirmed) return school.email;
  const owner = await findOwner(database, school.id);
  if (owner === undefined) throw new Error('The school has no owner');
  return owner.email;
}

/** The wanted address, or the default. Throws 400 if replies may not go there. */
export async function chooseReplyTo(
  context: AppContext,
  school: School,
  wanted: string | undefined,
): Promise<string> {
  const byDefault = await defaultReplyTo(context, school);
  if (wanted === undefined || wanted === byDefault) return byDefault;
  if (await isStaffAddress(context.database, school.id, wanted)) return wanted;
  const isSchools = wanted === school.email;
  throw invalid({ reply_to: DELIVERY_MESSAGES[isSchools ? 'replyToUnconfirmed' : 'replyTo'] });
}

/** A delivery's reply address now: the chosen person may have left since, or the school's address may have changed. */
export async function currentReplyTo(
  context: AppContext,
  { schoolId, replyTo }: Pick<Delivery, 'schoolId' | 'replyTo'>,
): Promise<string> {
  if (await isStaffAddress(context.database, schoolId, replyTo)) return replyTo;
  return await defaultReplyTo(context, await loadSchool(context.database, schoolId));
}

/** Logs a change of the reply address, if there is one. */
export async function logReplyToChange(
  context: AppContext,
  delivery: Parameters<typeof logDelivery>[1],
  to: string,
): Promise<void> {
  const { replyTo: from } = delivery;
  if (to !== from) await logDelivery(context, delivery, null, 'send_replies_moved', { from, to });
}
