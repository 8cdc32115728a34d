import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, checkOneOf, moment } from './columns.ts';
import { users } from './core.ts';
import { sessions } from './people.ts';

/** The tables of passkeys; see `core.ts` for the conventions. */

/** The purposes of a challenge to a device. */
export const CHALLENGE_PURPOSES = ['log_in', 'second_step', 'add', 'confirm'] as const;

/** Passkeys (WebAuthn): the public half; the private half never leaves a device. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The authenticator's id for it, in base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** In COSE format. */
    publicKey: bytes('public_key').notNull(),
    /** The authenticator's count of its uses; 0 for passkeys that are copied between devices. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** The ways in which a browser reaches the authenticator, by its own report: 'internal', 'usb', … */
    transports: text('transports').array().notNull(),
    /** Whether a password manager kept a copy, at the last use. */
    backedUp: boolean('backed_up').notNull(),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** Challenges that devices sign, each once. Only the SHA-256 is stored, in hex. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: text('challenge_hash').primaryKey(),
    purpose: text('purpose', { enum: CHALLENGE_PURPOSES }).notNull(),
    /** Null for a log-in: the passkey identifies the person. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The session of a signed-in person: no other session may answer, not even one of the same person. */
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
