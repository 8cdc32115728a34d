import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { chooseGroups } from '#server/data/families/choose-groups.ts';
import {
  changeSignUp,
  changeSubscriber,
  type SignUp,
  takeUp,
  takeWaiting,
} from '#server/data/families/sign-ups.ts';
import { liftSuppression } from '#server/data/families/suppressions.ts';
import { noteLeaving } from '#server/data/restoring/note-leaving.ts';
import type { School } from '#server/data/schools.ts';
import { workingAddress } from '#server/data/subscribers.ts';
import { notifyWebhooks } from '#server/data/webhooks/outbox.ts';
import { findOffer } from '#server/features/families/offer.ts';
import type { Database } from '#server/platform/db/client.ts';

/** Puts families who have signed up on the list. */

/** A family's name in the log, which contains no address. */
export const A_FAMILY = 'a family';

/** The groups of a confirmed request, with those of a waiting one that it replaces. */
export async function groupsAsked(database: Database, request: SignUp): Promise<string[]> {
  const waited = await takeWaiting(database, request);
  return [...new Set([...(waited?.groupIds ?? []), ...request.groupIds])];
}

/**
 * Puts the address of a confirmed request on the list, or back on it, with the groups that it chose. A family on the list keeps its own;
 * one that had left gets its new choices, as the page that it confirmed says. Call it in the transaction that has locked the request.
 */
export async function joinList(context: AppContext, school: School, request: SignUp): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  const { schoolId, email } = request;
  const groupIds = await groupsAsked(database, request);
  await liftSuppression(database, schoolId, email);
  const { subscriber, isNew } = await takeUp(database, request, now);
  const isBack = subscriber.status === 'unsubscribed';
  await changeSubscriber(database, subscriber, {
    status: 'subscribed',
    unsubscribedAt: null,
    complainedAt: null,
    // The confirmed mail proves that the address works.
    ...workingAddress(now),
    language: request.language ?? subscriber.language,
    editedAt: now,
    ...((isNew || isBack) && { signedUpAt: now }),
  });
  const { groups } = await findOffer(database, school);
  await chooseGroups(
    database,
    subscriber,
    isBack ? groups : groups.filter(({ id }) => groupIds.includes(id)),
    groupIds,
  );
  await changeSignUp(database, request, { state: 'done', subscriberId: subscriber.id });
  if (isBack) noteLeaving(context, 'came_back', subscriber);
  if (isNew || isBack) {
    const joined = { id: subscriber.id, email: subscriber.email };
    await notifyWebhooks(context, schoolId, 'subscriber.joined', [{ subscriber: joined, how: 'signed_up' }]);
  }
  const action = isNew ? 'family_joined' : isBack ? 'family_came_back' : 'family_chose';
  const about = { subscriber_id: subscriber.id };
  await recordAudit(context, { schoolId, personId: null }, action, A_FAMILY, about);
}
