import { boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { users } from './core.ts';
import { sessions } from './people.ts';

/** The tables of signing in with OpenID Connect providers. They belong to people, not to schools: no school reads them. */

/** The purposes of a visit to a provider. */
const INTENTS = ['sign_in', 'connect', 'confirm'] as const;

/** Accounts at providers that people sign in with: issuer, tenant and subject, never an address. */
export const identities = pgTable(
  'identities',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The provider's name in the variables. */
    provider: text('provider').notNull(),
    issuer: text('issuer').notNull(),
    /** Empty if the provider has none. */
    tenant: text('tenant').notNull(),
    subject: text('subject').notNull(),
    /** The address that the provider reported last; only shown. */
    email: text('email').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    unique('identities_subject').on(table.issuer, table.tenant, table.subject),
    unique('identities_user_provider').on(table.userId, table.provider),
  ],
);

/** People who are at a provider just now. Only the SHA-256 of the state and of the browser's cookie is stored, in hex. */
export const providerVisits = pgTable(
  'provider_visits',
  {
    stateHash: text('state_hash').primaryKey(),
    browserHash: text('browser_hash').notNull(),
    provider: text('provider').notNull(),
    intent: text('intent', { enum: INTENTS }).notNull(),
    nonce: text('nonce').notNull(),
    /** The verifier of PKCE. */
    verifier: text('verifier').notNull(),
    remember: boolean('remember').notNull(),
    /** The invitation that is being accepted. */
    invitationHash: text('invitation_hash'),
    /** The session of a person who is signed in. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('provider_visits_expiry').on(table.expiresAt),
    index('provider_visits_session').on(table.sessionId),
  ],
);

/** A proven identity whose account is not known yet. Only the SHA-256 of the token is stored, in hex. */
export const providerSteps = pgTable(
  'provider_steps',
  {
    tokenHash: text('token_hash').primaryKey(),
    browserHash: text('browser_hash').notNull(),
    provider: text('provider').notNull(),
    issuer: text('issuer').notNull(),
    tenant: text('tenant').notNull(),
    subject: text('subject').notNull(),
    /** The address of the account here that is connected or created. */
    email: text('email').notNull(),
    /** The address that the provider reported, if it is another one. */
    providerEmail: text('told_email'),
    /** Whether the provider vouches for the address of the account. */
    isProven: boolean('is_proven').notNull(),
    /** The id of the session at the provider. */
    sid: text('sid'),
    remember: boolean('remember').notNull(),
    invitationHash: text('invitation_hash'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('provider_steps_expiry').on(table.expiresAt)],
);

/** Sessions that an identity has opened, for log-outs at the provider. */
export const providerSessions = pgTable(
  'provider_sessions',
  {
    sessionId: uuid('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    identityId: uuid('identity_id')
      .notNull()
      .references(() => identities.id, { onDelete: 'cascade' }),
    /** The id of the session at the provider; null if it names none. */
    sid: text('sid'),
  },
  (table) => [index('provider_sessions_identity').on(table.identityId)],
);

/** Log-outs that a provider has announced: each counts once. The SHA-256 of issuer and id, in hex. */
export const providerLogouts = pgTable(
  'provider_logouts',
  { hash: text('hash').primaryKey(), expiresAt: moment('expires_at').notNull() },
  (table) => [index('provider_logouts_expiry').on(table.expiresAt)],
);
