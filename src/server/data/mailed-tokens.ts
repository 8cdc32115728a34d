import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { House } from '#server/context.ts';
import { type MAILED_TOKEN_KINDS, mailedTokens } from '#server/platform/db/schema/people.ts';
import { hashToken, newToken } from '#server/platform/http/sessions.ts';

/** The single-use links that come by mail. Not within `forSchool`: the table is no school's. */

export type MailedTokenKind = (typeof MAILED_TOKEN_KINDS)[number];
/** A mailed link's row. */
export type MailedToken = typeof mailedTokens.$inferSelect;

/** Stores a link's token and returns it: it is in no other place. */
export async function createMailedToken(
  house: House,
  person: { readonly id: string },
  kind: MailedTokenKind,
  email: string,
  lifeMs: number,
): Promise<string> {
  const now = house.clock.now();
  const { token, hash } = newToken();
  await house.database
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

function isLive(house: House, token: string, kinds: readonly MailedTokenKind[]) {
  return and(
    eq(mailedTokens.tokenHash, hashToken(token)),
    inArray(mailedTokens.kind, kinds),
    isNull(mailedTokens.usedAt),
    gt(mailedTokens.expiresAt, house.clock.now()),
  );
}

/** The link's row, while it can still be used. */
export async function findMailedToken(
  house: House,
  token: string,
  kinds: readonly MailedTokenKind[],
): Promise<MailedToken | undefined> {
  const [row] = await house.database
    .orm()
    .select()
    .from(mailedTokens)
    .where(isLive(house, token, kinds));
  return row;
}

/** Uses the link up: of any number of callers at a time, one gets the row. */
export async function useMailedToken(
  house: House,
  token: string,
  kinds: readonly MailedTokenKind[],
): Promise<MailedToken | undefined> {
  const [row] = await house.database
    .orm()
    .update(mailedTokens)
    .set({ usedAt: house.clock.now() })
    .where(isLive(house, token, kinds))
    .returning();
  return row;
}

/** Kills a person's other links of these kinds. */
export async function deleteMailedTokens(
  house: House,
  personId: string,
  kinds: readonly MailedTokenKind[],
): Promise<void> {
  await house.database
    .orm()
    .delete(mailedTokens)
    .where(
      and(eq(mailedTokens.userId, personId), inArray(mailedTokens.kind, kinds), isNull(mailedTokens.usedAt)),
    );
}
