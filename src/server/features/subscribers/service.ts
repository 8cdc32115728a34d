import type { z } from 'zod';
import { GROUP_MESSAGES } from '#contract/groups/groups.ts';
import {
  SUBSCRIBER_MESSAGES,
  type SubscribersQuery,
  type subscriberForm,
  subscribersDirection,
  type updateSubscriberForm,
} from '#contract/subscribers.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { forgetFamilies } from '#server/data/families/forget.ts';
import { roomOnList } from '#server/data/families/list-room.ts';
import { findSuppressed, suppress } from '#server/data/families/suppressions.ts';
import { noteLeaving } from '#server/data/restoring/note-leaving.ts';
import { findSubscriber, type Subscriber, workingAddress } from '#server/data/subscribers.ts';
import { notifyWebhooks } from '#server/data/webhooks/outbox.ts';
import { setGroupsOf } from '#server/features/subscribers/groups/repo.ts';
import { columnsOf } from '#server/platform/columns.ts';
import { UniqueViolation } from '#server/platform/db/errors.ts';
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { pageTotals } from '#server/platform/paging.ts';
import {
  deleteSubscriberRow,
  findByEmail,
  insertNewSubscribers,
  listSubscribers,
  lockSubscriber,
  updateSubscriber,
} from './repo.ts';

type Form = z.output<typeof subscriberForm>;

/** A page of the caller's subscribers. */
export async function searchSubscribers(
  { database }: AppContext,
  { schoolId }: Member,
  query: SubscribersQuery,
): Promise<{ items: readonly Subscriber[]; total: number; total_pages: number }> {
  const direction = query.direction ?? subscribersDirection(query.order);
  const { items, total } = await listSubscribers(database, schoolId, { ...query, direction });
  return { items, ...pageTotals(total, query) };
}

/** Throws 404 for a subscriber of another school. */
export async function loadSubscriber(
  { database }: AppContext,
  { schoolId }: Member,
  id: string,
): Promise<Subscriber> {
  const found = await findSubscriber(database, schoolId, id);
  if (found === undefined) throw notFound('Subscriber');
  return found;
}

/** Adds a subscriber. Throws 409 for an address that is already on the list or has unsubscribed, and if the list is full. */
export async function addSubscriber(
  context: AppContext,
  { schoolId }: Member,
  form: Form,
): Promise<Subscriber> {
  const { database, clock } = context;
  return await database.forSchool(schoolId, async () => {
    if ((await findSuppressed(database, schoolId, [form.email])).size > 0) throw emailUnsubscribed();
    if ((await roomOnList(database, schoolId)) < 1) throw conflict(SUBSCRIBER_MESSAGES.full);
    const [added] = await insertNewSubscribers(database, schoolId, [columnsOf(form)], clock.now());
    if (added !== undefined) {
      await setGroups(database, added, form.group_ids);
      const subscriber = { id: added.id, email: added.email };
      await notifyWebhooks(context, schoolId, 'subscriber.joined', [
        { subscriber: subscriber, how: 'added' },
      ]);
      return added;
    }
    const [existing] = await findByEmail(database, schoolId, [form.email]);
    throw existing?.status === 'unsubscribed' ? emailUnsubscribed() : emailOnList();
  });
}

// Throws 400 if one of the groups is no longer in use.
async function setGroups(
  database: AppContext['database'],
  { schoolId, id }: Subscriber,
  groupIds: readonly string[] | undefined,
): Promise<void> {
  if (groupIds === undefined) return;
  const wanted = [...new Set(groupIds)];
  const found = await setGroupsOf(database, schoolId, id, wanted);
  if (found < wanted.length) throw invalid({ group_ids: GROUP_MESSAGES.unknown });
}

const emailOnList = () => conflict(SUBSCRIBER_MESSAGES.taken, { field: 'email' });
const emailUnsubscribed = () => conflict(SUBSCRIBER_MESSAGES.unsubscribed, { field: 'email' });

/**
 * Changes the given fields. An unsubscribed person stays unsubscribed under a new address, and the old address is suppressed. A
 * new address counts as one that works. Throws 404, and 409 as `addSubscriber`.
 */
export async function editSubscriber(
  { database, clock }: AppContext,
  { schoolId }: Member,
  id: string,
  form: z.output<typeof updateSubscriberForm>,
): Promise<Subscriber> {
  const changed = database.forSchool(schoolId, async () => {
    const stored = await lockSubscriber(database, schoolId, id);
    if (stored === null) throw notFound('Subscriber');
    const given = columnsOf(form);
    const { firstName = stored.firstName, lastName = stored.lastName, email = stored.email } = given;
    const isNewEmail = email !== stored.email;
    if (isNewEmail && (await findSuppressed(database, schoolId, [email])).size > 0) throw emailUnsubscribed();
    if (isNewEmail && stored.status === 'unsubscribed')
      await suppress(database, schoolId, { email: stored.email });
    await setGroups(database, stored, form.group_ids);
    return await updateSubscriber(database, schoolId, id, {
      firstName,
      lastName,
      email,
      ...(isNewEmail && workingAddress(clock.now())),
      editedAt: clock.now(),
    });
  });
  const row = await changed.catch((error: unknown) => {
    throw error instanceof UniqueViolation ? emailOnList() : error;
  });
  if (row === null) throw notFound('Subscriber');
  return row;
}

/**
 * Sends newsletters again to an address that did not work, because the school says that it does. Changes nothing for people who have
 * left. Idempotent. Throws 404.
 */
export async function trustAddress(context: AppContext, caller: Member, id: string): Promise<Subscriber> {
  const { database, clock } = context;
  const { schoolId } = caller;
  return await database.forSchool(schoolId, async () => {
    const stored = await lockSubscriber(database, schoolId, id);
    if (stored === null) throw notFound('Subscriber');
    if (stored.bouncedAt === null) return stored;
    await recordAudit(context, caller, 'address_trusted', 'a family', { subscriber_id: id });
    return (await updateSubscriber(database, schoolId, id, workingAddress(clock.now()))) ?? stored;
  });
}

/** Deletes a subscriber. The address of an unsubscribed one is suppressed, so no import adds it again. Throws 404. */
export async function deleteSubscriber(context: AppContext, { schoolId }: Member, id: string): Promise<void> {
  const { database } = context;
  const { email } = await database.forSchool(schoolId, async () => {
    const stored = await lockSubscriber(database, schoolId, id);
    if (stored === null) throw notFound('Subscriber');
    if (stored.status === 'unsubscribed') await suppress(database, schoolId, { email: stored.email, id });
    await forgetFamilies(database, schoolId, [stored]);
    await deleteSubscriberRow(database, schoolId, id);
    noteLeaving(context, 'deleted', { schoolId, id });
    if (stored.status === 'unsubscribed') return stored;
    const subscriber = { id, email: stored.email };
    await notifyWebhooks(context, schoolId, 'subscriber.left', [{ subscriber: subscriber, how: 'removed' }]);
    return stored;
  });
  await context.mail.forget([email]);
}
