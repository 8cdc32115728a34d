import type { AppContext } from '#server/context.ts';
import type { User } from '#server/data/users.ts';
import { mailTwoStepChange } from '#server/features/accounts/two-step/mail-change.ts';
import {
  countTry,
  ipKey,
  LIMITS,
  type Limit,
  requireTry,
  settleTries,
} from '#server/platform/http/attempts.ts';
import { Refusal } from '#server/platform/http/errors.ts';

/** Codes are counted by person and by network before they are checked. */

/** An attempt with a code: its person, its network, and the limit that it counts against. */
interface CodeTry {
  readonly person: User;
  readonly ip: string;
  readonly limit: Limit;
}

/**
 * Counts a code, then calls `take`. Throws 429 after too many, and whatever `take` throws; the last wrong code allowed notifies the person.
 * Call it outside a transaction, which would undo the mail.
 */
export async function takeCounted<Taken>(
  context: AppContext,
  { person, ip, limit }: CodeTry,
  take: () => Promise<Taken>,
): Promise<Taken> {
  const count = await countCode(context, person.id, ip, limit);
  try {
    const taken = await take();
    await settleTries(context, [limit, [person.id]], [LIMITS.codeByIp, [ipKey(ip)]]);
    return taken;
  } catch (error) {
    if (count >= limit.max && isGuess(limit, error)) await notifyOfGuesses(context, person);
    throw error;
  }
}

/** Counts a code; returns its number within the hour. Throws 429. */
async function countCode(context: AppContext, personId: string, ip: string, limit: Limit): Promise<number> {
  const count = await requireTry(context, limit, [personId]);
  await requireTry(context, LIMITS.codeByIp, [ipKey(ip)]);
  return count;
}

// Other refusals name no field, such as an expired step. Somebody setting an app up has nothing to guess.
function isGuess(limit: Limit, error: unknown): boolean {
  return limit !== LIMITS.codeAtSetUp && error instanceof Refusal && error.body.errors !== undefined;
}

// Guessing goes on for hours: one mail an hour.
async function notifyOfGuesses(context: AppContext, person: User): Promise<void> {
  if (!(await countTry(context, LIMITS.guessesNotified, [person.id])).allowed) return;
  await context.database.transaction(() => mailTwoStepChange(context, person, 'codes_guessed'));
}
