import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { and, eq, gt, lt, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { WEBHOOK_TESTS } from '#contract/api/webhooks.ts';
import { TEST_MAILS_PER_HOUR } from '#contract/deliveries.ts';
import {
  ADDRESS_CHANGES_PER_HOUR,
  INVITATIONS_PER_HOUR,
  MENTIONS_PER_HOUR,
  OWN_ADDRESS_CHANGES_PER_HOUR,
  TRIAL_INVITATIONS_PER_DAY,
} from '#contract/rules/mail-limits.ts';
import { NEW_NEWSLETTERS_PER_HOUR } from '#contract/rules/newsletter-room.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { JUMP_MS } from '#server/platform/clock.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { attempts } from '#server/platform/db/schema/people.ts';
import { tooMany } from './errors.ts';

/** A rate limit: at most `max` tries within `windowMs`. `name` is part of the counter's key. */
export interface Limit {
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
}

/** Source: docs/requirements/threats.md 17, 26. */
export const LIMITS = {
  signInByPersonAndIp: { name: 'login', max: 5, windowMs: HOUR_MS },
  signInByDevice: { name: 'login-device', max: 5, windowMs: HOUR_MS },
  signInByIp: { name: 'login-ip', max: 100, windowMs: HOUR_MS },
  /** Wrong passwords for an address from all networks: nobody is locked out, but the person is notified. */
  wrongPasswords: { name: 'wrong-passwords', max: 50, windowMs: DAY_MS },
  /** Codes after the right password: a million are possible, and three are right at any time. */
  codeByPerson: { name: 'code', max: 10, windowMs: HOUR_MS },
  /** Counted separately, so that a person who knows a password and guesses codes blocks neither a recovery code nor a new app. */
  recoveryCode: { name: 'recovery-code', max: 10, windowMs: HOUR_MS },
  codeAtSetUp: { name: 'code-set-up', max: 10, windowMs: HOUR_MS },
  /** Notices to a person whose code is being guessed. */
  guessesNotified: { name: 'guesses-told', max: 1, windowMs: HOUR_MS },
  codeByIp: { name: 'code-ip', max: 100, windowMs: HOUR_MS },
  /** Log-ins by a passkey: nobody can guess a signature, but each costs its verification. */
  passkeyByIp: { name: 'passkey-ip', max: 100, windowMs: HOUR_MS },
  /** Challenges for devices, by network or person: each is a row until the night. */
  passkeyOptions: { name: 'passkey-options', max: 600, windowMs: HOUR_MS },
  /** Visits to providers that people sign in with: a whole school may begin the morning behind one address. */
  providerVisits: { name: 'provider-visits', max: 1000, windowMs: HOUR_MS },
  /** Checks of a signed-in person's current password. */
  passwordCheck: { name: 'password', max: 5, windowMs: HOUR_MS },
  /** New passwords: each costs a strength estimate and a hash. */
  newPassword: { name: 'new-password', max: 30, windowMs: HOUR_MS },
  emailChange: { name: 'email-change', max: OWN_ADDRESS_CHANGES_PER_HOUR, windowMs: HOUR_MS },
  /** Addresses that an owner sets for staff: each change sends a mail there. */
  addressOfPerson: { name: 'address-of-person', max: ADDRESS_CHANGES_PER_HOUR.ofPerson, windowMs: HOUR_MS },
  addressesOfSchool: {
    name: 'addresses-of-school',
    max: ADDRESS_CHANGES_PER_HOUR.ofSchool,
    windowMs: HOUR_MS,
  },
  invitesOfSchool: { name: 'invites', max: INVITATIONS_PER_HOUR, windowMs: HOUR_MS },
  invitesOfTrial: { name: 'trial-invites', max: TRIAL_INVITATIONS_PER_DAY, windowMs: DAY_MS },
  /** Links of expired or invented invitations: this many mean a guessing attack. */
  deadInvitations: { name: 'dead-invitation', max: 100, windowMs: HOUR_MS },
  /** The same for approvers' links. */
  deadApprovals: { name: 'dead-approval', max: 100, windowMs: HOUR_MS },
  /** Each new one costs a hash. */
  temporaryPasswords: { name: 'temporary-password', max: 60, windowMs: HOUR_MS },
  /** A subscriber's changes of their own address. */
  familyMoves: { name: 'family-moves', max: 3, windowMs: DAY_MS },
  mentions: { name: 'mentions', max: MENTIONS_PER_HOUR, windowMs: HOUR_MS },
  newNewsletters: { name: 'new-newsletters', max: NEW_NEWSLETTERS_PER_HOUR, windowMs: HOUR_MS },
  webhookTests: { name: 'webhook-tests', max: WEBHOOK_TESTS.perMinute, windowMs: MINUTE_MS },
  webhookTestsOfDay: { name: 'webhook-tests-day', max: WEBHOOK_TESTS.perDay, windowMs: DAY_MS },
  testMail: { name: 'test-mail', max: TEST_MAILS_PER_HOUR, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit>;

/** The result of a try. `count` includes it and the rejected ones of the window. */
export interface TryResult {
  readonly allowed: boolean;
  readonly count: number;
  readonly retryAfterSeconds: number;
}

/** Counts a try and says whether it is within the limit. A single statement, so that parallel tries all count. */
export async function countTry(
  context: AppContext,
  limit: Limit,
  keyParts: readonly string[],
): Promise<TryResult> {
  const now = context.clock.now();
  const over = or(lt(attempts.windowStart, new Date(now.getTime() - limit.windowMs)), isAhead(now));
  const row = returnedRow(
    await context.database
      .orm()
      .insert(attempts)
      .values({ key: keyOf(limit, keyParts), windowStart: now, count: 1 })
      .onConflictDoUpdate({
        target: attempts.key,
        set: {
          count: sql`case when ${over} then 1 else ${attempts.count} + 1 end`,
          windowStart: sql`case when ${over} then excluded.window_start else ${attempts.windowStart} end`,
        },
      })
      .returning(),
  );
  return {
    allowed: row.count <= limit.max,
    count: row.count,
    retryAfterSeconds: (row.windowStart.getTime() + limit.windowMs - now.getTime()) / 1000,
  };
}

// A window that begins later than now was opened while the clock was ahead: it would lock people out for that long.
function isAhead(now: Date): SQL {
  return gt(attempts.windowStart, new Date(now.getTime() + JUMP_MS));
}

/** The state of a counter. */
export interface CounterState {
  readonly count: number;
  readonly windowStart: Date;
}

/** Reserves up to `wanted` tries, as many as the limit allows. Safe under concurrency. */
export async function takeTries(
  context: AppContext,
  limit: Limit,
  keyParts: readonly string[],
  wanted: number,
): Promise<Taken> {
  const key = keyOf(limit, keyParts);
  return (await takeAll(context, limit, key, wanted)) ?? (await takeRemaining(context, limit, key, wanted));
}

type Taken = CounterState & { readonly granted: number };

// One statement for the usual case; null, with nothing taken, if fewer are left.
async function takeAll(
  { database, clock }: AppContext,
  { max, windowMs }: Limit,
  key: string,
  wanted: number,
): Promise<Taken | null> {
  if (wanted > max) return null;
  const now = clock.now();
  const over = or(lte(attempts.windowStart, new Date(now.getTime() - windowMs)), isAhead(now));
  const [row] = await database
    .orm()
    .insert(attempts)
    .values({ key, windowStart: now, count: wanted })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`case when ${over} then excluded.count else ${attempts.count} + excluded.count end`,
        windowStart: sql`case when ${over} then excluded.window_start else ${attempts.windowStart} end`,
      },
      setWhere: sql`${over} or ${attempts.count} + excluded.count <= ${max}`,
    })
    .returning();
  return row === undefined ? null : { granted: wanted, count: row.count, windowStart: row.windowStart };
}

async function takeRemaining(context: AppContext, limit: Limit, key: string, wanted: number): Promise<Taken> {
  const now = context.clock.now();
  return await context.database.transaction(async () => {
    const orm = context.database.orm();
    await orm.insert(attempts).values({ key, windowStart: now, count: 0 }).onConflictDoNothing();
    const [row] = await orm.select().from(attempts).where(eq(attempts.key, key)).for('update');
    const age = now.getTime() - (row?.windowStart.getTime() ?? 0);
    const before =
      row === undefined || age >= limit.windowMs || age < -JUMP_MS ? { count: 0, windowStart: now } : row;
    const granted = Math.max(0, Math.min(wanted, limit.max - before.count));
    const count = before.count + granted;
    await orm.update(attempts).set({ count, windowStart: before.windowStart }).where(eq(attempts.key, key));
    return { granted, count, windowStart: before.windowStart };
  });
}

/** The state of a counter; null if nothing was counted within the window. */
export async function findTries(
  context: AppContext,
  limit: Limit,
  keyParts: readonly string[],
): Promise<CounterState | null> {
  const now = context.clock.now();
  const began = new Date(now.getTime() - limit.windowMs);
  const [row] = await context.database
    .orm()
    .select()
    .from(attempts)
    .where(and(eq(attempts.key, keyOf(limit, keyParts)), gt(attempts.windowStart, began), not(isAhead(now))));
  return row ?? null;
}

/** Counts a try; returns its number in the window. Throws the 429 if the limit is exceeded. */
export async function requireTry(
  context: AppContext,
  limit: Limit,
  keyParts: readonly string[],
  message?: string,
): Promise<number> {
  const { allowed, count, retryAfterSeconds } = await countTry(context, limit, keyParts);
  if (!allowed) throw tooMany(retryAfterSeconds, message);
  return count;
}

/** Resets a counter, after a success. */
export async function forgetTries(
  context: AppContext,
  limit: Limit,
  keyParts: readonly string[],
): Promise<void> {
  await context.database
    .orm()
    .delete(attempts)
    .where(eq(attempts.key, keyOf(limit, keyParts)));
}

/** Takes back tries that should not count. */
export async function returnTry(
  context: AppContext,
  limit: Limit,
  keyParts: readonly string[],
  tries = 1,
): Promise<void> {
  await context.database
    .orm()
    .update(attempts)
    .set({ count: sql`greatest(0, ${attempts.count} - ${tries}::int)` })
    .where(eq(attempts.key, keyOf(limit, keyParts)));
}

/** The limit that is counted, and the key. */
type Counted = readonly [limit: Limit, who: readonly string[]];

/**
 * Settles the counters after a success: resets the person's, and takes back the network's try. One statement, since
 * every log-in needs it.
 */
export async function settleTries(context: AppContext, person: Counted, network: Counted): Promise<void> {
  const orm = context.database.orm();
  const forgotten = orm.$with('forgotten').as(
    orm
      .delete(attempts)
      .where(eq(attempts.key, keyOf(...person)))
      .returning({ key: attempts.key }),
  );
  await orm
    .with(forgotten)
    .update(attempts)
    .set({ count: sql`greatest(0, ${attempts.count} - 1)` })
    .where(eq(attempts.key, keyOf(...network)));
}

/** Deletes counters whose window has ended, or lies ahead. No window is longer than a day. */
export async function forgetOldTries(context: AppContext): Promise<void> {
  const now = context.clock.now();
  await context.database
    .orm()
    .delete(attempts)
    .where(or(lt(attempts.windowStart, new Date(now.getTime() - DAY_MS)), isAhead(now)));
}

// Hashed, so that keys are short and contain no addresses.
function keyOf(limit: Limit, keyParts: readonly string[]): string {
  return `${limit.name}:${createHash('sha256').update(JSON.stringify(keyParts)).digest('base64url')}`;
}

/**
 * The key of an IP address. For IPv6 it is the /56 that a provider assigns to a customer, who could use any of its /64.
 */
export function ipKey(ip: string): string {
  const plain = unmapped(ip);
  return isIPv6(plain) ? networkKey(plain) : plain;
}

/** The network of an IP address: an IPv4 /24 or an IPv6 /56, which one customer of a provider may have. */
export function networkKey(ip: string): string {
  const plain = unmapped(ip);
  if (!isIPv6(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  const [first = 0, second = 0, third = 0, fourth = 0] = groupsOf(plain);
  const upper = Math.floor(fourth / 256) * 256;
  return `${[first, second, third, upper].map((group) => group.toString(16)).join(':')}::/56`;
}

function unmapped(ip: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
}

// The first four of the eight groups of an IPv6 address.
function groupsOf(ip: string): readonly number[] {
  const [head = '', tail] = ip.split('%', 1).join('').split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  const filled = [
    ...groups,
    ...Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0'),
    ...rest,
  ];
  return filled.slice(0, 4).map((group) => Number.parseInt(group, 16));
}
