import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { TRUSTED_MS, type TrustedComputer } from '#contract/sign-in/two-step.ts';
import type { AppContext } from '#server/context.ts';
import { DEVICE_MAX } from '#server/data/sessions.ts';
import type { Database } from '#server/platform/db/client.ts';
import { trustedDevices } from '#server/platform/db/schema/people.ts';
import { hashToken, newToken } from '#server/platform/http/tokens.ts';

/** Trusted computers: nobody has to take a second step there. Do not use within `forSchool`. */

/** Trusts a browser; returns the token for its cookie, which is not stored. `device` is its `User-Agent` header. */
export async function trustDevice(
  { database, clock }: AppContext,
  personId: string,
  device: string,
): Promise<string> {
  const { token, hash } = newToken();
  const expiresAt = new Date(clock.now().getTime() + TRUSTED_MS);
  await database
    .orm()
    .insert(trustedDevices)
    .values({ tokenHash: hash, userId: personId, device: device.slice(0, DEVICE_MAX), expiresAt });
  return token;
}

/** Whether one of these tokens belongs to a browser that the person trusts; records the use. */
export async function takeTrust(
  { database, clock }: AppContext,
  personId: string,
  tokens: readonly string[],
): Promise<boolean> {
  if (tokens.length === 0) return false;
  const now = clock.now();
  const used = await database
    .orm()
    .update(trustedDevices)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(trustedDevices.userId, personId),
        gt(trustedDevices.expiresAt, now),
        inArray(trustedDevices.tokenHash, tokens.map(hashToken)),
      ),
    )
    .returning({ id: trustedDevices.id });
  return used.length > 0;
}

/** The computers that a person trusts, the newest first. */
export async function listTrusted(
  { database, clock }: AppContext,
  personId: string,
): Promise<readonly TrustedComputer[]> {
  const rows = await database
    .orm()
    .select()
    .from(trustedDevices)
    .where(and(eq(trustedDevices.userId, personId), gt(trustedDevices.expiresAt, clock.now())))
    .orderBy(desc(trustedDevices.expiresAt), desc(trustedDevices.id));
  return rows.map(({ id, device, lastUsedAt, expiresAt }) => ({
    id,
    device,
    trusted_at: new Date(expiresAt.getTime() - TRUSTED_MS).toISOString(),
    ends_at: expiresAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }));
}

/** Stops trusting one of a person's computers. False if it is not theirs. */
export async function forgetTrusted(database: Database, personId: string, id: string): Promise<boolean> {
  const forgotten = await database
    .orm()
    .delete(trustedDevices)
    .where(and(eq(trustedDevices.userId, personId), eq(trustedDevices.id, id)))
    .returning({ id: trustedDevices.id });
  return forgotten.length > 0;
}
