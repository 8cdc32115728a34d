import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Database } from '#server/platform/db/client.ts';
import { type MAILED_TOKEN_KINDS, mailedTokens } from '#server/platform/db/schema/people.ts';
import { hashToken, newToken } from '#server/platform/http/tokens.ts';

/** Single-use links sent by mail. Do not use within `forSchool`: the table belongs to no school. */

export type MailedTokenKind = (typeof MAILED_TOKEN_KINDS)[number];
export type MailedToken = typeof mailedTokens.$inferSelect;

/** Creates a token that is valid for `lifeMs` and returns it. Only its hash is stored. */
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

/** Finds a token that is neither used nor expired. */
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

/** Marks a token as used. Of several simultaneous callers only one gets the row. */
export async function spendMailedToken(
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

/** Deletes a person's unused tokens of these kinds. */
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
