import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Database } from '#server/platform/db/client.ts';
import { type MAILED_TOKEN_KINDS, mailedTokens } from '#server/platform/db/schema/people.ts';
import { hashToken, newToken } from '#server/platform/http/tokens.ts';

/** The single-use links that come by mail. Not within `forSchool`: the table is no school's. */

export type MailedTokenKind = (typeof MAILED_TOKEN_KINDS)[number];
/** A mailed link's row. */
export type MailedToken = typeof mailedTokens.$inferSelect;

/** Stores a link's token and returns it: it is in no other place. */
export async function createMailedToken(
  context: AppContext,
  person: { readonly id: string },
  kind: MailedTokenKind,
  email: string,
  lifeMs: number,
): Promise<string> {
  const now = context.clock.now();
  const { token, hash } = newToken();
  await context.database
    .orm()
    .insert(mailedTokens)
    .values({
      userId: person.id,
      kind,
      email,
      tokenHash: hash,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifeMs),
    });
  return token;
}

function isLive(context: AppContext, token: string, kinds: readonly MailedTokenKind[]) {
  return and(
    eq(mailedTokens.tokenHash, hashToken(token)),
    inArray(mailedTokens.kind, kinds),
    isNull(mailedTokens.usedAt),
    gt(mailedTokens.expiresAt, context.clock.now()),
  );
}

/** The link's row, while it can still be used. */
export async function findMailedToken(
  context: AppContext,
  token: string,
  kinds: readonly MailedTokenKind[],
): Promise<MailedToken | undefined> {
  const [row] = await context.database
    .orm()
    .select()
    .from(mailedTokens)
    .where(isLive(context, token, kinds));
  return row;
}

/** Uses the link up: of any number of callers at a time, one gets the row. */
export async function useMailedToken(
  context: AppContext,
  token: string,
  kinds: readonly MailedTokenKind[],
): Promise<MailedToken | undefined> {
  const [row] = await context.database
    .orm()
    .update(mailedTokens)
    .set({ usedAt: context.clock.now() })
    .where(isLive(context, token, kinds))
    .returning();
  return row;
}

export async function deleteExpiredTokens(database: Database, now: Date): Promise<void> {
  await database.orm().delete(mailedTokens).where(lte(mailedTokens.expiresAt, now));
}

/** Kills a person's other links of these kinds. */
export async function deleteMailedTokens(
  context: AppContext,
  personId: string,
  kinds: readonly MailedTokenKind[],
): Promise<void> {
  await context.database
    .orm()
    .delete(mailedTokens)
    .where(
      and(eq(mailedTokens.userId, personId), inArray(mailedTokens.kind, kinds), isNull(mailedTokens.usedAt)),
    );
}
