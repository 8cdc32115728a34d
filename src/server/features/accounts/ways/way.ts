import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { z } from 'zod';
import type { Way } from '#contract/sign-in/ways/way.ts';
import type { AppContext } from '#server/context.ts';
import type { User } from '#server/data/users.ts';
import type { Database } from '#server/platform/db/client.ts';

/**
 * The server's side of a way to prove one's identity. Checks and lists go through the list of all ways. One that opens sessions has routes
 * besides, which count tries by `LIMITS` and call `refuseEntry`, `requireSecondStep` (unless it is a second factor itself), and `enter`.
 */
export interface WayOnServer {
  readonly way: Way;
  /** Whether somebody can confirm their identity by it, given their own second factors. */
  readonly canConfirm: (
    context: AppContext,
    person: User,
    factors: readonly string[],
  ) => boolean | Promise<boolean>;
  /** Checks an answer in calls that take several ways; missing for a way with calls of its own. */
  readonly prove?: Prove;
  /** For a second factor: who holds it. */
  readonly factor?: FactorOnServer;
  /** For a way that opens sessions: each person's entries for it, as shown to the owner. */
  readonly listEntries?: (context: AppContext, people: readonly User[]) => Promise<EntriesOf>;
  /** Deletes expired rows. */
  readonly deleteExpired?: (database: Database, now: Date) => Promise<void>;
}

interface FactorOnServer {
  /** The condition that a person has it, for the single statement that finds all factors. */
  readonly isHeldBy: (database: Database, personId: SQLWrapper) => SQL;
  /** Removes a person's factors of this kind. False if there was none. */
  readonly forget: (database: Database, personId: string) => Promise<boolean>;
}

/** Returns the entries that a person signs in with, given their own second factors. */
export type EntriesOf = (person: User, factors: readonly string[]) => readonly string[];

/** The person who must prove their identity, and the address they call from. */
export interface Asked {
  readonly person: User;
  readonly ip: string;
  /** The session that is confirmed; null for the second step of a sign-in. */
  readonly sessionId: string | null;
}

/** Runs after a right answer. It calls `take` in its own transaction, to use the answer up together with its effect or not at all. */
export type Within<Done> = (take: () => Promise<void>) => Promise<Done>;

/**
 * Checks an answer, then runs `within`. Throws 400 for a wrong one, 429 after too many. Call it outside a transaction, which would undo the
 * counting.
 */
export type Prove = <Done>(
  context: AppContext,
  asked: Asked,
  answer: unknown,
  within: Within<Done>,
) => Promise<Done>;

/** The check for answers of one schema. The call's form has already parsed the answer: parsing it again changes nothing. */
export function proving<Schema extends z.ZodType>(
  schema: Schema,
  prove: <Done>(
    context: AppContext,
    asked: Asked,
    answer: z.output<Schema>,
    within: Within<Done>,
  ) => Promise<Done>,
): Prove {
  return async (context, asked, answer, within) => await prove(context, asked, schema.parse(answer), within);
}
