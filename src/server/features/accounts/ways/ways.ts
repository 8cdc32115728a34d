import { sql } from 'drizzle-orm';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { PROVIDER_MESSAGES } from '#contract/sign-in/providers.ts';
import type { Way } from '#contract/sign-in/ways/way.ts';
import type { AppContext } from '#server/context.ts';
import { weakenSessions } from '#server/data/sessions.ts';
import { findUser, type User } from '#server/data/users.ts';
import { forgetTwoStep } from '#server/features/accounts/two-step/repo.ts';
import type { Database } from '#server/platform/db/client.ts';
import { badRequest, conflict } from '#server/platform/http/errors.ts';
import { WAYS_ON_SERVER } from './list.ts';
import type { Asked, Within } from './way.ts';

/** Queries across all ways to prove one's identity. */

/** The ids of a person's second factors. With any, two-step sign-in is on. */
export type Factors = readonly string[];

const FACTORS = WAYS_ON_SERVER.flatMap(({ way: { id }, factor }) => (factor ? [{ id, ...factor }] : []));

/** The second factors by person, without people who have none. One statement, as every sign-in needs it. */
export async function listFactors(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Factors>> {
  const personId = sql<string>`person.id`;
  const held = Object.fromEntries(FACTORS.map(({ id, isHeldBy }) => [id, isHeldBy(database, personId)]));
  const rows = await database
    .orm()
    .select({ id: personId, held })
    .from(sql`unnest(${sql.param([...ids])}::uuid[]) as person (id)`);
  const found = rows.map(({ id, held }) => {
    return [
      id,
      FACTORS.map((factor) => factor.id)
        .filter((factor) => held[factor] === true)
        .sort(),
    ] as const;
  });
  return new Map(found.filter(([, factors]) => factors.length > 0));
}

export async function findFactors(database: Database, personId: string): Promise<Factors> {
  return (await listFactors(database, [personId])).get(personId) ?? [];
}

/** Turns two-step sign-in off. False if it was off. */
export async function forgetFactors(database: Database, personId: string): Promise<boolean> {
  let hadAny = false;
  for (const { forget } of FACTORS) hadAny = (await forget(database, personId)) || hadAny;
  await forgetTwoStep(database, personId);
  return hadAny;
}

/** Call it after removing a factor: if that was the last one, deletes what is useless without, and returns true. */
export async function forgetWithoutFactor(database: Database, personId: string): Promise<boolean> {
  if ((await findFactors(database, personId)).length > 0) return false;
  await forgetTwoStep(database, personId);
  await weakenSessions(database, personId);
  return true;
}

/** The ways by which a person can confirm their identity, the easiest first. */
export async function listConfirming(context: AppContext, personId: string): Promise<readonly string[]> {
  const person = await findUser(context.database, personId);
  if (person === undefined) return [];
  const factors = await findFactors(context.database, personId);
  const can = await Promise.all(WAYS_ON_SERVER.map(({ canConfirm }) => canConfirm(context, person, factors)));
  return WAYS_ON_SERVER.filter((_, index) => can[index]).map(({ way }) => way.id);
}

/** The one answer in a form: its way and the check for it. */
export function answerIn(form: Readonly<Record<string, unknown>>): Answer {
  for (const { way, prove } of WAYS_ON_SERVER)
    if (prove !== undefined && form[way.id] !== undefined)
      return { way, prove: (context, asked, within) => prove(context, asked, form[way.id], within) };
  throw badRequest(ERROR_MESSAGES.invalid);
}

interface Answer {
  readonly way: Way;
  /** See `Prove`. */
  readonly prove: <Done>(context: AppContext, asked: Asked, within: Within<Done>) => Promise<Done>;
}

/**
 * The ways each of these people can sign in, by person id: the ids of ways, and the names of connected providers. Empty for people who have
 * not begun yet.
 */
export async function listEntries(
  context: AppContext,
  people: readonly User[],
  factors: ReadonlyMap<string, Factors>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const all = await Promise.all(
    WAYS_ON_SERVER.map(async ({ listEntries }) => (await listEntries?.(context, people)) ?? (() => [])),
  );
  const entriesOf = (person: User) =>
    person.status === 'ACTIVE' ? all.flatMap((each) => each(person, factors.get(person.id) ?? [])) : [];
  return new Map(people.map((person) => [person.id, entriesOf(person)]));
}

/** Call it in the transaction that has removed a way to sign in, with the person locked. Throws 409 if no other way is left. */
export async function requireEntry(context: AppContext, person: User): Promise<void> {
  const entries = await listEntries(context, [person], await listFactors(context.database, [person.id]));
  if (!entries.get(person.id)?.length) throw conflict(PROVIDER_MESSAGES.lastWay);
}

/** Deletes the expired rows of all ways. */
export async function deleteExpiredOfWays(database: Database, now: Date): Promise<void> {
  for (const { deleteExpired } of WAYS_ON_SERVER) await deleteExpired?.(database, now);
}
