import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { z } from 'zod';
import type { Way } from '#contract/sign-in/ways/way.ts';
import type { AppContext } from '#server/context.ts';
import type { User } from '#server/data/users.ts';
import type { Database } from '#server/platform/db/client.ts';

/** What the server does about a way to show who one is. Checks and lists go through the list of all ways. */
export interface WayOnServer {
  readonly way: Way;
  /** Whether somebody can prove by it again who they are, with these second factors of their own. */
  readonly canConfirm: (
    context: AppContext,
    person: User,
    factors: readonly string[],
  ) => boolean | Promise<boolean>;
  /** Checks what the calls get that take several ways; missing where it has calls of its own. */
  readonly prove?: Prove;
  /** What a second factor says of its holders. */
  readonly factor?: FactorOnServer;
  /** For one that opens sessions: what each of these people signs in with by it, as shown to the owner. */
  readonly listEntries?: (context: AppContext, people: readonly User[]) => Promise<EntriesOf>;
  /** Deletes what is over. */
  readonly deleteExpired?: (database: Database, now: Date) => Promise<void>;
}

interface FactorOnServer {
  /** Whether the person of this id has it: a condition of the one statement that asks for all factors. */
  readonly isHeldBy: (database: Database, personId: SQLWrapper) => SQL;
  /** Removes all of a person's. False if there was none. */
  readonly forget: (database: Database, personId: string) => Promise<boolean>;
}

/** What one person signs in with, with these second factors of their own. */
export type EntriesOf = (person: User, factors: readonly string[]) => readonly string[];

/** Who is asked, and from where. */
export interface Asked {
  readonly person: User;
  readonly ip: string;
  /** The session that is confirmed; null for the second step of a sign-in. */
  readonly sessionId: string | null;
}

/** What follows a right answer: it calls `take` in its transaction, for what must be used up with it or not at all. */
export type Within<Done> = (take: () => Promise<void>) => Promise<Done>;

/**
 * Checks an answer, and goes on `within`. Throws 400 for a wrong one, 429 after too many. Call it outside a transaction, which would
 * undo what is counted.
 */
export type Prove = <Done>(
  context: AppContext,
  asked: Asked,
  answer: unknown,
  within: Within<Done>,
) => Promise<Done>;

/** The check of answers of one schema. The call's form has read the answer already: it is read as the same again. */
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
