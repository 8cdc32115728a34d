import { ADDRESS_CHANGE_MS, ADDRESS_UNDO_MS } from '#contract/families/sign-up.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { languageFor } from '#server/data/families/choosing.ts';
import {
  changeMove,
  deleteOtherMoves,
  deleteReader,
  findMoveByToken,
  insertMove,
  lockMove,
  lockReader,
  type Move,
} from '#server/data/families/moves.ts';
import { changeSubscriber, findByAddress } from '#server/data/families/sign-ups.ts';
import { liftSuppression } from '#server/data/families/suppressions.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { findSchool } from '#server/data/schools.ts';
import { findSubscriber, type Subscriber, workingAddress } from '#server/data/subscribers.ts';
import { enqueueFamilyMail } from '#server/features/families/mails/queue.ts';
import { A_FAMILY } from '#server/features/families/sign-up/joining.ts';
import { countTry, LIMITS } from '#server/platform/http/attempts.ts';

/**
 * A reader's change of their own address. The new one confirms it, and the old one is told and can take it back: a link of a
 * forwarded mail moves nobody's newsletters for good.
 */

/** Takes the wish. Beyond the limits nothing happens, and nobody is told. */
export async function askToMove(
  context: AppContext,
  subscriber: Subscriber,
  email: string,
  ip: string,
): Promise<void> {
  const { database, clock } = context;
  const { schoolId, id } = subscriber;
  if (email === subscriber.email) return;
  if (!(await countTry(context, LIMITS.familyMoves, [id])).allowed) return;
  if (!(await mayMail(context, 'familyMove', { to: email, ip, schoolId }))) return;
  const createdAt = clock.now();
  await database.forSchool(schoolId, async () => {
    const move = await insertMove(database, {
      schoolId,
      subscriberId: id,
      before: subscriber.email,
      email,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + ADDRESS_CHANGE_MS),
    });
    await enqueueFamilyMail(context, { kind: 'move', schoolId, id: move });
  });
}

/** A change as its link shows it, in the subscriber's language. `isDone`: the link has been used. */
export interface ShownMove {
  readonly move: Move;
  readonly language: string;
  readonly isDone: boolean;
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
  const language = languageFor(school, reader?.language ?? null);
  return { move, language, isDone: (purpose === 'confirm' ? move.confirmedAt : move.undoneAt) !== null };
}

/** Moves the subscriber to the new address. Idempotent. Null as `findShownMove`, and if the address is no longer theirs to leave. */
export async function confirmMove(context: AppContext, token: string): Promise<ShownMove | null> {
  const { database, clock } = context;
  const found = await findShownMove(context, token, 'confirm');
  if (found === null || found.isDone) return found;
  const { schoolId } = found.move;
  const isMoved = await database.forSchool(schoolId, async () => {
    const move = await lockMove(database, found.move);
    if (move === null) return false;
    if (move.confirmedAt !== null) return true;
    const now = clock.now();
    if (!(await moveReader(context, move, { from: move.before, to: move.email }))) return false;
    const expiresAt = new Date(now.getTime() + ADDRESS_UNDO_MS);
    await changeMove(database, move, { confirmedAt: now, expiresAt });
    await deleteOtherMoves(database, move);
    await enqueueFamilyMail(context, { kind: 'moved', schoolId, id: move.id });
    return true;
  });
  return isMoved ? { ...found, isDone: true } : null;
}

/** Moves the subscriber back to the old address. Idempotent. Null as `confirmMove`. */
export async function undoMove(context: AppContext, token: string): Promise<ShownMove | null> {
  const { database, clock } = context;
  const found = await findShownMove(context, token, 'undo');
  if (found === null || found.isDone) return found;
  const isBack = await database.forSchool(found.move.schoolId, async () => {
    const move = await lockMove(database, found.move);
    if (move === null || move.undoneAt !== null) return move !== null;
    if (!(await moveReader(context, move, { from: move.email, to: move.before }))) return false;
    await changeMove(database, move, { undoneAt: clock.now() });
    return true;
  });
  return isBack ? { ...found, isDone: true } : null;
}

// False if they have left, have another address by now, or somebody else has got the wanted one.
async function moveReader(
  context: AppContext,
  { schoolId, subscriberId }: Move,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const { database, clock } = context;
  const reader = await lockReader(database, { schoolId, id: subscriberId });
  if (reader?.status !== 'subscribed' || reader.email !== from) return false;
  const holder = await findByAddress(database, { schoolId, email: to });
  if (holder?.status === 'subscribed') return false;
  // They had left with this address, and come back with it.
  if (holder !== null) await deleteReader(database, holder);
  await liftSuppression(database, schoolId, to);
  const now = clock.now();
  const found = { email: to, ...workingAddress(now), editedAt: now };
  await changeSubscriber(database, reader, found);
  const about = { subscriber_id: subscriberId };
  await recordAudit(context, { schoolId, personId: null }, 'family_moved', A_FAMILY, about);
  return true;
}
