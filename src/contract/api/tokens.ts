import { z } from 'zod';
import { FIELD_MESSAGES, requiredString } from '#contract/fields.ts';
import { idParams, many, resource, timestamp } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { SCOPE_NAMES } from './scopes.ts';

/** A school's API tokens. The school's own programs, and others that it trusts, make calls with them. */

/** The most tokens that a school can have in use. */
export const TOKENS_MAX = 20;
const NAME_MAX = 60;

/** How long a token is valid, in milliseconds. Every token expires. */
export const TOKEN_LIVES = { '30_days': 30 * DAY_MS, '90_days': 90 * DAY_MS, year: 365 * DAY_MS } as const;
const TOKEN_LIFE_NAMES = ['30_days', '90_days', 'year'] as const satisfies (keyof typeof TOKEN_LIVES)[];

export const TOKEN_MESSAGES = {
  name: `Limit is ${NAME_MAX} symbols`,
  scopes: 'Please choose what the token may do',
  full: `Your school has ${TOKENS_MAX} tokens. Please remove one that is no longer needed`,
  invalid: 'This API token is not valid, or it has ended',
  refused: 'This call takes no API token: a person has to log in for it',
  missing: (scope: string) => `This API token may not do this. It needs ${scope}`,
  tooMany: 'This API token has made too many calls. Please try again in a minute',
} as const;

/** `error_code` of the 401 for a token that is unknown, removed or expired, or whose maker is no longer the owner. */
export const TOKEN_INVALID = 'token_invalid';
/** `error_code` of the 403 for a call that takes no tokens. */
export const TOKEN_REFUSED = 'token_refused';
/** `error_code` of the 403 for a token without the call's scope. */
export const SCOPE_MISSING = 'scope_missing';

const scopes = z.array(z.enum(SCOPE_NAMES));

export const tokenForm = z.strictObject({
  name: requiredString().pipe(z.string().max(NAME_MAX, TOKEN_MESSAGES.name)),
  scopes: z
    .array(z.enum(SCOPE_NAMES, TOKEN_MESSAGES.scopes), FIELD_MESSAGES.required)
    .min(1, TOKEN_MESSAGES.scopes)
    .max(SCOPE_NAMES.length, TOKEN_MESSAGES.scopes)
    .transform((given) => SCOPE_NAMES.filter((scope) => given.includes(scope))),
  ends_in: z.enum(TOKEN_LIFE_NAMES, FIELD_MESSAGES.required),
});

export const tokenResource = resource(
  'api_token',
  z.object({
    name: z.string(),
    /** The token's last characters, to recognise it. */
    hint: z.string(),
    scopes,
    created_at: timestamp,
    /** The owner who made it; null once they have left the school. */
    made_by: z.string().nullable(),
    ends_at: timestamp,
    last_used_at: timestamp.nullable(),
    use_count: z.number(),
    /** Whether it has expired, or its maker is no longer the owner. */
    is_ended: z.boolean(),
  }),
);
export type ApiToken = z.infer<typeof tokenResource>;

export const tokenRoutes = {
  listTokens: route({
    method: 'GET',
    path: '/api_tokens',
    access: 'owner',
    summary: 'The school’s API tokens, the newest first; never the tokens themselves',
    status: 200,
    reply: z.object({ api_tokens: many(tokenResource) }),
  }),
  createToken: route({
    method: 'POST',
    path: '/api_tokens',
    access: 'owner',
    sudo: true,
    needsOpenSchool: true,
    summary: 'Make an API token; answers with it, once',
    body: tokenForm,
    status: 201,
    reply: z.object({ token: z.string(), api_token: z.object({ data: tokenResource }) }),
  }),
  removeToken: route({
    method: 'DELETE',
    path: '/api_tokens/:id',
    access: 'owner',
    sudo: true,
    whileSuspended: true,
    summary: 'End an API token at once',
    params: idParams,
    status: 204,
  }),
} as const;
