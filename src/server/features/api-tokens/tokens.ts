import type { z } from 'zod';
import {
  type ApiToken,
  TOKEN_LIVES,
  TOKEN_MESSAGES,
  TOKENS_MAX,
  type tokenForm,
  tokenResource,
} from '#contract/api/tokens.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { lockSchool } from '#server/data/schools.ts';
import { listMembers, namesOfMembers } from '#server/data/staff.ts';
import { resourceOf } from '#server/platform/columns.ts';
import { newApiToken } from '#server/platform/http/api-token.ts';
import { conflict, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { tokenMail } from './emails.ts';
import { countTokens, deleteToken, insertToken, listTokens } from './repo.ts';

/** A school's API tokens. */

/** All tokens of a school, newest first. */
export async function readTokens(
  { database, clock }: AppContext,
  { schoolId }: Member,
): Promise<readonly ApiToken[]> {
  const now = clock.now();
  const members = await listMembers(database, schoolId);
  const nameOf = namesOfMembers(members);
  const ownerId = members.find(({ role }) => role === 'owner')?.id;
  return (await listTokens(database, schoolId)).map((row) =>
    resourceOf(tokenResource, row, {
      scopes: tokenResource.shape.attributes.shape.scopes.parse(row.scopes),
      made_by: nameOf(row.madeBy),
      is_ended: row.endsAt <= now || row.madeBy !== ownerId,
    }),
  );
}

/** Creates a token and mails the owner. Only its hash is stored: nobody sees it again. Throws 409 if the school has too many. */
export async function makeToken(
  context: AppContext,
  caller: Member,
  form: z.output<typeof tokenForm>,
): Promise<{ readonly token: string; readonly resource: ApiToken }> {
  const { database, clock, jobs } = context;
  const { schoolId, personId } = caller;
  const now = clock.now();
  const { token, hash, hint } = newApiToken();
  const { name, scopes } = form;
  const endsAt = new Date(now.getTime() + TOKEN_LIVES[form.ends_in]);
  const row = await database.forSchool(schoolId, async () => {
    // The lock runs calls one after the other, so that the limit holds.
    await lockSchool(database, schoolId);
    if ((await countTokens(database, schoolId, now)) >= TOKENS_MAX) throw conflict(TOKEN_MESSAGES.full);
    const about = { schoolId, madeBy: personId, name, tokenHash: hash, hint, scopes, endsAt, createdAt: now };
    const made = await insertToken(database, about);
    await recordAudit(context, caller, 'api_token_made', name, { scopes, ends_at: endsAt.toISOString() });
    await jobs.send(tokenMail, { schoolId, name, scopes, endsAt: endsAt.toISOString() });
    return made;
  });
  const [listed] = (await readTokens(context, caller)).filter(({ id }) => id === row.id);
  if (listed === undefined) throw notFound('API token');
  return { token, resource: listed };
}

/** Revokes a token at once. Throws 404. */
export async function removeToken(context: AppContext, caller: Member, id: string): Promise<void> {
  const { database } = context;
  await database.forSchool(caller.schoolId, async () => {
    const name = await deleteToken(database, caller.schoolId, id);
    if (name === null) throw notFound('API token');
    await recordAudit(context, caller, 'api_token_removed', name);
  });
}
