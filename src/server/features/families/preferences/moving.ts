import { ADDRESS_CHANGE_MS, ADDRESS_UNDO_MS } from '#contract/families/sign-up.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import {
  type AddressChange,
  changeMove,
  deleteOtherMoves,
  deleteReader,
  findMoveByToken,
  insertAddressChange,
  lockMove,
  lockReader,
} from '#server/data/families/moves.ts';
import { changeSubscriber, findByAddress } from '#server/data/families/sign-ups.ts';
import { liftSuppression } from '#server/data/families/suppressions.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { findSchool } from '#server/data/schools.ts';
import { findSubscriber, type Subscriber, workingAddress } from '#server/data/subscribers.ts';
import { enqueueFamilyMail } from '#server/features/families/mails/queue.ts';
import { languageFor } from '#server/features/families/offer.ts';
import { A_FAMILY } from '#server/features/families/sign-up/joining.ts';
import { countTry, LIMITS } from '#server/platform/http/attempts.ts';

/**
 * A reader's change of their own address. The new address confirms it; the old one is notified and can take it back, so that a link in a
 * forwarded mail takes nobody's newsletters away for good.
 */

/**
 * Records the request. False if this reader has used up today's attempts. Beyond the mail limits it does nothing, and the answer is the
 * same. Only the mail tells whose address it is now, even the reader's own: the page may have been forwarded.
 */
export async function askToMove(
  context: AppContext,
  subscriber: Subscriber,
  email: string,
  ip: string,
): Promise<boolean> {
  const { database, clock } = context;
  const { schoolId, id } = subscriber;
  if (!(await countTry(context, LIMITS.familyMoves, [id])).allowed) return false;
  if (!(await mayMail(context, 'familyMove', { to: email, ip, schoolId }))) return true;
  const createdAt = clock.now();
  await database.forSchool(schoolId, async () => {
    const move = await insertAddressChange(database, {
      schoolId,
      subscriberId: id,
      before: subscriber.email,
      email,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + ADDRESS_CHANGE_MS),
    });
    await enqueueFamilyMail(context, { kind: 'move', schoolId, id: move });
  });
  return true;
}

/**
 * The state of a change for a link: the button not pressed yet, the link used, the wanted address gets the newsletter already, or the
 * reader has left the list.
 */
type MoveState = 'open' | 'done' | 'known' | 'left';

/** A change as its link shows it, in the subscriber's language. */
export interface ShownMove {
  readonly move: AddressChange;
  readonly language: string;
  readonly state: MoveState;
}

/** The change behind a link; null if it is too old or was never made. */
export async function findShownMove(
  context: AppContext,
  token: string,
  purpose: 'confirm' | 'undo',
): Promise<ShownMove | null> {
  const { database, clock } = context;
  const move = await findMoveByToken(database, token, purpose);
  if (move === null || move.expiresAt <= clock.now()) return null;
  if (purpose === 'confirm' && move.undoneAt !== null) return null;
  const school = await findSchool(database, move.schoolId);
  if (school === undefined || school.closesAt !== null) return null;
  const reader = await findSubscriber(database, move.schoolId, move.subscriberId);
  if (reader === undefined) return null;
  const language = languageFor(school, reader.language);
  const [usedAt, address] =
    purpose === 'confirm' ? [move.confirmedAt, move.email] : [move.undoneAt, move.before];
  if (reader.status !== 'subscribed') return { move, language, state: 'left' };
  // The reader has changed to another address since.
  if (usedAt !== null && reader.email !== address) return null;
  return { move, language, state: usedAt === null ? 'open' : 'done' };
}

/** Moves the subscriber to the new address. Idempotent. Null as `findShownMove`, and if the old address is no longer theirs. */
export async function confirmMove(context: AppContext, token: string): Promise<ShownMove | null> {
  const { database, clock } = context;
  const found = await findShownMove(context, token, 'confirm');
  if (found?.state !== 'open') return found;
  const { schoolId } = found.move;
  const state = await database.forSchool(schoolId, async (): Promise<MoveState | null> => {
    const move = await lockMove(database, found.move);
    if (move === null) return null;
    if (move.confirmedAt !== null) return 'done';
    const now = clock.now();
    const became = await moveReader(context, move, { from: move.before, to: move.email });
    if (became !== 'done') return became;
    const expiresAt = new Date(now.getTime() + ADDRESS_UNDO_MS);
    await changeMove(database, move, { confirmedAt: now, expiresAt });
    await deleteOtherMoves(database, move);
    await enqueueFamilyMail(context, { kind: 'moved', schoolId, id: move.id });
    return 'done';
  });
  return state === null ? null : { ...found, state };
}

/** Moves the subscriber back to the old address. Idempotent. Null as `confirmMove`. */
export async function undoAddressChange(context: AppContext, token: string): Promise<ShownMove | null> {
  const { database, clock } = context;
  const found = await findShownMove(context, token, 'undo');
  if (found?.state !== 'open') return found;
  const state = await database.forSchool(found.move.schoolId, async (): Promise<MoveState | null> => {
    const move = await lockMove(database, found.move);
    if (move === null) return null;
    if (move.undoneAt !== null) return 'done';
    const became = await moveReader(context, move, { from: move.email, to: move.before });
    if (became === 'done') await changeMove(database, move, { undoneAt: clock.now() });
    return became;
  });
  return state === null ? null : { ...found, state };
}

// Null if the reader has another address now. Nothing changes then, nor if somebody on the list has the wanted one.
async function moveReader(
  context: AppContext,
  { schoolId, subscriberId }: AddressChange,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Exclude<MoveState, 'open'> | null> {
  const { database, clock } = context;
  const reader = await lockReader(database, { schoolId, id: subscriberId });
  if (reader !== null && reader.status !== 'subscribed') return 'left';
  if (reader?.email !== from) return null;
  const holder = await findByAddress(database, { schoolId, email: to });
  if (holder?.status === 'subscribed') return 'known';
  // They had left the list with this address, and now return with it.
  if (holder !== null) await deleteReader(database, holder);
  await liftSuppression(database, schoolId, to);
  const now = clock.now();
  const found = { email: to, ...workingAddress(now), editedAt: now };
  await changeSubscriber(database, reader, found);
  const about = { subscriber_id: subscriberId };
  await recordAudit(context, { schoolId, personId: null }, 'family_moved', A_FAMILY, about);
  return 'done';
}
