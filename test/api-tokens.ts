import { and, eq } from 'drizzle-orm';
import type { TokenScope } from '#contract/api/scopes.ts';
import { tokenRoutes } from '#contract/api/tokens.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { apiTokens } from '#server/platform/db/schema/api.ts';
import { users } from '#server/platform/db/schema/core.ts';
import { newApiToken } from '#server/platform/http/api-token.ts';
import type { TestApp } from './app.ts';

/** Makes an API token by the call, as the owner whose session it is. */
export async function makeApiToken(
  test: TestApp,
  session: string,
  scopes: readonly TokenScope[],
  name = 'Library',
): Promise<{ readonly token: string; readonly id: string }> {
  const body = { name, scopes, ends_in: '30_days' };
  const made = (await test.call(tokenRoutes.createToken, { token: session, body })).ok();
  return { token: made.token, id: made.api_token.data.id };
}

/** Puts a token of the school's owner into the database, for a call that does not change how tokens are made. */
export async function insertApiToken(
  test: TestApp,
  schoolId: string,
  scopes: readonly TokenScope[],
): Promise<string> {
  const { token, hash, hint } = newApiToken();
  const orm = test.context.database.orm();
  const [owner] = await orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.schoolId, schoolId), eq(users.role, 'owner')));
  const endsAt = new Date(test.clock.now().getTime() + DAY_MS);
  const row = {
    schoolId,
    madeBy: owner?.id,
    name: 'Test',
    tokenHash: hash,
    hint,
    scopes: [...scopes],
    endsAt,
  };
  await orm.insert(apiTokens).values(row);
  return token;
}
