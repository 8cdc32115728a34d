import type { AppContext } from '#server/context.ts';
import { createMailedToken, spendMailedToken } from '#server/data/mailed-tokens.ts';
import { findUser } from '#server/data/users.ts';

/** Tokens for downloading the archive without a session. */

/** Creates a download's token, valid for `lifeMs` milliseconds. Only its hash is stored. */
export async function createDownload(context: AppContext, personId: string, lifeMs: number): Promise<string> {
  return await createMailedToken(context, { id: personId }, 'download', '', lifeMs);
}

/** Uses a token up and returns the owner whom it was created for. Null if it was used before, or the person owns no school now. */
export async function spendDownload(
  context: AppContext,
  token: string,
): Promise<{ readonly personId: string; readonly schoolId: string } | null> {
  const used = await spendMailedToken(context, token, ['download']);
  if (used === undefined) return null;
  const owner = await findUser(context.database, used.userId);
  if (owner?.role !== 'owner' || owner.schoolId === null) return null;
  return { personId: owner.id, schoolId: owner.schoolId };
}
