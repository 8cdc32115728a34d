import { READER_PATH, schoolPagePath } from '#contract/paths.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { findSchoolPages, type SchoolPages } from '#server/data/families/school-pages.ts';
import { noteLeaving } from '#server/data/restoring/note-leaving.ts';
import { findSchool, type School } from '#server/data/schools.ts';
import {
  deleteSuppression,
  findSubscriber,
  isSuppressed,
  type Subscriber,
  setSubscribed,
} from '#server/data/subscribers.ts';
import { readToken, type SubscriberRef, tokenMaker } from '#server/data/unsubscribe-tokens.ts';
import { notifyWebhooks } from '#server/data/webhooks/outbox.ts';

/** Unsubscribing by the link in a mail, and undoing it. */

/**
 * The owner of an unsubscribe link. `subscriber` is null if deleted from the list. `barred`: they had unsubscribed
 * before, so the school cannot add them until they allow it.
 */
export interface Visitor {
  readonly school: School;
  readonly subscriber: Subscriber | null;
  readonly barred: boolean;
  /** Links to continue with: the school's pages, if it shows any, and the reader's choices. */
  readonly ways: { readonly school: string | null; readonly preferences: string };
}

/** The visitor with this token; null if the token is invalid or the school is deleted. */
export async function findVisitor(context: AppContext, token: string): Promise<Visitor | null> {
  const reader = await readToken(context, token);
  if (reader === null) return null;
  const { schoolId, subscriberId } = reader;
  const { database } = context;
  const preferences = READER_PATH + (await tokenMaker(context, 'preferences'))(reader);
  return await database.forSchool(schoolId, async () => {
    const school = await findSchool(database, schoolId);
    const subscriber = (await findSubscriber(database, schoolId, subscriberId)) ?? null;
    const barred = await isSuppressed(database, schoolId, subscriberId);
    if (school === undefined) return null;
    const pages = await findSchoolPages(database, schoolId);
    const ways = { school: pages === null ? null : homeOf(school, pages), preferences };
    return { school, subscriber, barred, ways };
  });
}

/** The address of a school's pages; null while they show nothing. */
function homeOf({ closesAt, hidesPages }: School, pages: SchoolPages): string | null {
  const isShown = closesAt === null && !hidesPages && (pages.listsNewsletters || pages.showsDiary);
  return isShown ? schoolPagePath(pages.address) : null;
}

/**
 * Unsubscribes the visitor or subscribes them again; allows a deleted one to be added again. Idempotent. Null like
 * `findVisitor`.
 */
export async function setSubscription(
  context: AppContext,
  token: string,
  isSubscribed: boolean,
): Promise<Visitor | null> {
  const reader = await readToken(context, token);
  if (reader === null) return null;
  await context.database.forSchool(reader.schoolId, () => save(context, reader, isSubscribed));
  return await findVisitor(context, token);
}

/** Unsubscribes the owner of a token. False if the token is invalid. */
export async function unsubscribeByToken(context: AppContext, token: string): Promise<boolean> {
  return (await setSubscription(context, token, false)) !== null;
}

async function save(context: AppContext, reader: SubscriberRef, isSubscribed: boolean): Promise<void> {
  const { database, clock } = context;
  const { schoolId, subscriberId } = reader;
  if (isSubscribed) await deleteSuppression(database, schoolId, subscriberId);
  const isChanged = await setSubscribed(database, schoolId, subscriberId, { isSubscribed, at: clock.now() });
  if (!isChanged) return;
  noteLeaving(context, isSubscribed ? 'came_back' : 'left', { schoolId, id: subscriberId });
  const action = isSubscribed ? 'family_came_back' : 'family_left';
  await notifyOfChange(context, reader, isSubscribed);
  const about = { subscriber_id: subscriberId };
  await recordAudit(context, { schoolId, personId: null }, action, 'a family', about);
}

async function notifyOfChange(
  context: AppContext,
  { schoolId, subscriberId }: SubscriberRef,
  isBack: boolean,
): Promise<void> {
  const found = await findSubscriber(context.database, schoolId, subscriberId);
  if (found === undefined) return;
  const subscriber = { id: found.id, email: found.email };
  if (isBack)
    await notifyWebhooks(context, schoolId, 'subscriber.joined', [{ subscriber, how: 'signed_up' }]);
  else await notifyWebhooks(context, schoolId, 'subscriber.left', [{ subscriber, how: 'unsubscribed' }]);
}
