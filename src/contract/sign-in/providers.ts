import { z } from 'zod';
import { email, FIELD_MESSAGES, mailedToken, signInPassword } from '#contract/fields.ts';
import { begunSession } from '#contract/people.ts';
import { idParams, timestamp } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { YOU_ARE_ELSEWHERE } from './elsewhere.ts';

/**
 * Signing in with Google, Microsoft or another OpenID Connect provider. An identity is the issuer, its tenant and the subject, never
 * an e-mail address. See docs/decisions/051-sign-in-with-providers.md.
 */

/** How long a person may stay at the provider, and then at our question, in milliseconds. */
export const AT_PROVIDER_MS = 10 * MINUTE_MS;

/** The messages in which the provider's name is used. */
export const PROVIDER_MESSAGES = {
  gone: 'Signing in this way is not set up here. Please log in with your password',
  away: (name: string) => `${name} does not answer just now. Please try again in a minute`,
  refused: (name: string) => `${name} did not sign you in. Nothing has changed`,
  untrusted: (name: string) =>
    `We could not trust what ${name} answered, so nobody was signed in. Please try again`,
  misconfigured: (name: string) =>
    `Signing in with ${name} is not set up properly. Please tell whoever runs this service`,
  noAddress: (name: string) =>
    `${name} did not tell us your email address, so we cannot find your account. Log in with your password, then connect ${name} in Password settings`,
  over: 'This took too long, was done already, or began in another browser. Please try again',
  tenant: (name: string) => `This ${name} account is not from a school or authority that may sign in here`,
  inactive:
    'Your account is not finished yet. Choose a password by the link in our email first; ‘Forgot password?’ sends it again',
  otherWay: (name: string) =>
    `Your account has no password. Sign in as you usually do, then connect ${name} in Password settings`,
  otherInvited: (name: string, invited: string, other: string) =>
    `This invitation is for ${invited}, and at ${name} you are ${other || 'somebody without an address'}. Use the account of that address there, or take the invitation up with a password`,
  unprovenInvited: (name: string, invited: string) =>
    `${name} does not vouch that ${invited} is your address. Take the invitation up with a password, then connect ${name} in Password settings`,
  taken: (name: string) =>
    `This ${name} account is connected to somebody else’s account here. Disconnect it there first`,
  hasOne: (name: string) => `Another ${name} account is connected already. Disconnect that one first`,
  lastWay: 'This is the only way you sign in. Choose a password first',
  notConnected: (name: string) => `${name} is not connected`,
  connected: (name: string) => `You can sign in with ${name} from now on. ${YOU_ARE_ELSEWHERE}`,
  disconnected: (name: string) => `${name} is disconnected. ${YOU_ARE_ELSEWHERE}`,
  notAnew: (name: string) =>
    `${name} did not say that you have just signed in there. Log out, and sign in with ${name} again`,
  someoneElse: (name: string) => `This is another ${name} account than the one you sign in with here`,
  required: (name: string) => `Your school asks its staff to sign in with ${name}`,
  addressStays: (name: string) =>
    `Your school asks its staff to sign in with ${name}. Please ask its owner to change your email address`,
  ruleDomain: 'Please enter the part of your addresses after the @, such as oakfield.sch.example',
  ruleProvider: 'Please choose who your staff sign in with',
  ruleSaved: 'Saved',
} as const;

/** `error_code` of the 403 after a correct password that the school no longer accepts. */
export const PROVIDER_REQUIRED = 'provider_required';

const providerParams = z.object({ provider: z.string().regex(/^[a-z][a-z0-9_]{0,29}$/) });
const word = z.string().max(4000);
/** The parameters that the provider has added to our address. The server checks all of them. */
const providerAnswer = z.strictObject({
  state: z.string().max(200),
  code: word.optional(),
  iss: word.optional(),
  error: word.optional(),
  error_description: word.optional(),
});
export type ProviderAnswer = z.output<typeof providerAnswer>;

const address = z.object({ address: z.string() });
const session = z.object({ outcome: z.literal('signed_in'), remember: z.boolean(), session: begunSession });
const outcome = z.discriminatedUnion('outcome', [
  session,
  /** A provider was connected in the settings. */
  z.object({ outcome: z.literal('connected') }),
  /** A signed-in person confirmed their identity. */
  z.object({ outcome: z.literal('confirmed') }),
  /** An account may have this address: its password connects the two. */
  z.object({ outcome: z.literal('password'), step: z.string(), email: z.string(), remember: z.boolean() }),
  /** No account has this address, which the provider has verified: `step` begins an account with it. */
  z.object({ outcome: z.literal('no_account'), step: z.string(), email: z.string(), remember: z.boolean() }),
]);
export type ProviderOutcome = z.output<typeof outcome>;

const ownProvider = z.object({
  id: z.string(),
  name: z.string(),
  /** Null: not connected. */
  connected: z.object({ email: z.string(), at: timestamp, last_used_at: timestamp.nullable() }).nullable(),
});
export type OwnProvider = z.output<typeof ownProvider>;

/** Staff whose address ends with `domain` must sign in with `provider`; null: nobody has to. */
const rule = z.object({ provider: z.string(), domain: z.string() }).nullable();
export const providerRuleForm = z.strictObject({
  provider: z.string(PROVIDER_MESSAGES.ruleProvider).min(1, PROVIDER_MESSAGES.ruleProvider).max(30),
  domain: z
    .string(FIELD_MESSAGES.required)
    .max(200, PROVIDER_MESSAGES.ruleDomain)
    .transform((text) => text.trim().toLowerCase().replace(/^@/, ''))
    .refine((text) => email.safeParse(`a@${text}`).success, PROVIDER_MESSAGES.ruleDomain),
});

export const providerRoutes = {
  beginProvider: route({
    method: 'POST',
    path: '/authorization/providers/:provider',
    access: 'anyone',
    summary:
      'Begin to sign in with a provider: answers with its address, and sets a cookie that binds the browser',
    params: providerParams,
    body: z.strictObject({ remember_me: z.boolean().default(true), invite_token: mailedToken.optional() }),
    status: 200,
    reply: address,
  }),
  finishProvider: route({
    method: 'PUT',
    path: '/authorization/providers/:provider',
    access: 'anyone',
    summary: 'Back from the provider: signs in, connects, or says what is missing',
    params: providerParams,
    body: providerAnswer,
    status: 200,
    reply: outcome,
  }),
  connectByPassword: route({
    method: 'POST',
    path: '/authorization/provider_steps/password',
    access: 'anyone',
    summary: 'Connect what the provider has proven to the account with its address, once, by its password',
    body: z.strictObject({ step: mailedToken, password: signInPassword }),
    status: 200,
    reply: session,
  }),
  registerByProvider: route({
    method: 'POST',
    path: '/authorization/provider_steps/account',
    access: 'anyone',
    summary: 'Begin an account without a password for an address that the provider has proven',
    body: z.strictObject({ step: mailedToken }),
    status: 201,
    reply: session,
  }),
  endProviderSessions: route({
    method: 'POST',
    path: '/authorization/providers/:provider/logout',
    access: 'provider',
    summary: 'The provider says that somebody has logged out there (OpenID Connect Back-Channel Logout)',
    params: providerParams,
    rawBody: true,
    status: 200,
  }),
  listProviders: route({
    method: 'GET',
    path: '/users/providers',
    access: 'signed_in',
    summary: 'Which providers the person can sign in with',
    status: 200,
    reply: z.object({ providers: z.array(ownProvider), has_password: z.boolean() }),
  }),
  connectProvider: route({
    method: 'POST',
    path: '/authorization/providers/:provider/connection',
    access: 'signed_in',
    whileSuspended: true,
    sudo: true,
    summary: 'Begin to connect a provider to the own account',
    params: providerParams,
    status: 200,
    reply: address,
  }),
  disconnectProvider: route({
    method: 'DELETE',
    path: '/users/providers/:provider',
    access: 'signed_in',
    whileSuspended: true,
    sudo: true,
    summary: 'Sign in with a provider no more; not the last way of somebody without a password',
    params: providerParams,
    status: 204,
  }),
  confirmByProvider: route({
    method: 'POST',
    path: '/authorization/providers/:provider/confirmation',
    access: 'signed_in',
    whileSuspended: true,
    summary: 'Begin to sign in at the provider anew, to confirm who is there',
    params: providerParams,
    status: 200,
    reply: address,
  }),
  logOutAtProvider: route({
    method: 'POST',
    path: '/users/providers/:provider/logout',
    access: 'signed_in',
    whileSuspended: true,
    summary: 'Where the provider logs the person out, too; null where it offers that to nobody',
    params: providerParams,
    status: 200,
    reply: z.object({ address: z.string().nullable() }),
  }),
  readProviderRule: route({
    method: 'GET',
    path: '/schools/:id/provider_rule',
    access: 'owner',
    summary: 'Which staff have to sign in with a provider',
    params: idParams,
    status: 200,
    reply: z.object({ rule }),
  }),
  setProviderRule: route({
    method: 'PUT',
    path: '/schools/:id/provider_rule',
    access: 'owner',
    sudo: true,
    needsOpenSchool: true,
    summary:
      'Let staff with addresses of a domain sign in with a provider only; the owner keeps the password',
    params: idParams,
    body: z.strictObject({ rule: providerRuleForm.nullable() }),
    status: 200,
    reply: z.object({ rule }),
  }),
} as const;
