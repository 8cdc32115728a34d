import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, checkOneOf, moment } from './columns.ts';
import { users } from './core.ts';
import { sessions } from './people.ts';

/** The tables of passkeys; see `core.ts` for the conventions. */

/** What a device is asked to answer for. */
export const CHALLENGE_PURPOSES = ['log_in', 'second_step', 'add', 'confirm'] as const;

/** Passkeys (WebAuthn): the public half, whose private half no device gives away. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The authenticator's, in base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** As COSE. */
    publicKey: bytes('public_key').notNull(),
    /** How often it was used, as the authenticator counts. Those that are copied between devices say 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How a browser reaches the authenticator, as it has said: 'internal', 'usb', … */
    transports: text('transports').array().notNull(),
    /** Whether a copy is kept by a password manager, at the last use. */
    backedUp: boolean('backed_up').notNull(),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** What devices are asked to sign, each once. Only the SHA-256 is stored, in hex. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: text('challenge_hash').primaryKey(),
    purpose: text('purpose', { enum: CHALLENGE_PURPOSES }).notNull(),
    /** Null for a log-in: the passkey says who it is. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Of whoever is signed in: nobody else's session answers it, not even one of the same person. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_session').on(table.sessionId),
    index('passkey_challenges_user').on(table.userId),
    index('passkey_challenges_expiry').on(table.expiresAt),
    checkOneOf('passkey_challenges_purpose', table.purpose, CHALLENGE_PURPOSES),
  ],
);
