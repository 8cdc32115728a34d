import { DELIVERY_MESSAGES } from '#contract/deliveries.ts';
import type { AppContext } from '#server/context.ts';
import type { Delivery } from '#server/data/deliveries.ts';
import { isSchoolEmailConfirmed } from '#server/data/school-email.ts';
import { loadSchool, type School } from '#server/data/schools.ts';
import { findOwner, isStaffAddress } from '#server/data/staff.ts';
import { invalid } from '#server/platform/http/errors.ts';
import { logDelivery } from './repo.ts';

/** Where answers to a newsletter go. */

/** Where they go unless another address is asked for: to the school once its address is confirmed, until then to its owner. */
async function usualAddress({ database }: AppContext, school: School): Promise<string> {
  const isConfirmed = await isSchoolEmailConfirmed(database, school);
  if (isConfirmed) return school.email;
  const owner = await findOwner(database, school.id);
  if (owner === undefined) throw new Error('A school has an owner');
  return owner.email;
}

/** The address that is asked for, or the usual one. Throws 400 where answers may not go there. */
export async function chooseReplyTo(
  context: AppContext,
  school: School,
  wanted: string | undefined,
): Promise<string> {
  const usual = await usualAddress(context, school);
  if (wanted === undefined || wanted === usual) return usual;
  if (await isStaffAddress(context.database, school.id, wanted)) return wanted;
  const isSchools = wanted === school.email;
  throw invalid({ reply_to: DELIVERY_MESSAGES[isSchools ? 'replyToUnconfirmed' : 'replyTo'] });
}

/** Where answers to a delivery go by now: who was chosen may have left since, or the school have another address. */
export async function currentReplyTo(
  context: AppContext,
  { schoolId, replyTo }: Pick<Delivery, 'schoolId' | 'replyTo'>,
): Promise<string> {
  if (await isStaffAddress(context.database, schoolId, replyTo)) return replyTo;
  return await usualAddress(context, await loadSchool(context.database, schoolId));
}

/** Says in the log that answers go elsewhere now, where they do. */
export async function logMovedReplies(
  context: AppContext,
  delivery: Parameters<typeof logDelivery>[1],
  to: string,
): Promise<void> {
  const { replyTo: from } = delivery;
  if (to !== from) await logDelivery(context, delivery, null, 'send_replies_moved', { from, to });
}
