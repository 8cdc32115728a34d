import { and, eq, gt, lte } from 'drizzle-orm';
import { AT_PROVIDER_MS } from '#contract/sign-in/providers.ts';
import type { AppContext } from '#server/context.ts';
import type { Database } from '#server/platform/db/client.ts';
import { providerLogouts, providerSteps, providerVisits } from '#server/platform/db/schema/providers.ts';
import { hashToken, newToken } from '#server/platform/http/tokens.ts';
import type { ProvenIdentity } from './claims.ts';

/**
 * The queries on visits to providers, and on identities proven before their account is known. Each is bound by a cookie to the browser that
 * began it, and used once. Do not use within `forSchool`: the tables belong to no school.
 */

export type Visit = typeof providerVisits.$inferSelect;
export type ProviderStep = typeof providerSteps.$inferSelect;

/** The data to begin a visit with. */
export type BegunVisit = Pick<
  Visit,
  'provider' | 'intent' | 'nonce' | 'verifier' | 'remember' | 'invitationHash' | 'sessionId'
> & { readonly state: string; readonly browser: string };

const expiry = ({ clock }: AppContext) => new Date(clock.now().getTime() + AT_PROVIDER_MS);

/** Stores a visit, with its state and its browser hashed. */
export async function beginVisit(
  context: AppContext,
  { state, browser, ...visit }: BegunVisit,
): Promise<void> {
  await context.database
    .orm()
    .insert(providerVisits)
    .values({
      ...visit,
      stateHash: hashToken(state),
      browserHash: hashToken(browser),
      expiresAt: expiry(context),
    });
}

/** Ends a visit of this browser to this provider and returns it. Only one of several simultaneous callers gets it. */
export async function takeVisit(
  { database, clock }: AppContext,
  provider: string,
  state: string,
  browser: string,
): Promise<Visit | undefined> {
  const [visit] = await database
    .orm()
    .delete(providerVisits)
    .where(
      and(
        eq(providerVisits.stateHash, hashToken(state)),
        eq(providerVisits.browserHash, hashToken(browser)),
        eq(providerVisits.provider, provider),
        gt(providerVisits.expiresAt, clock.now()),
      ),
    )
    .returning();
  return visit;
}

/**
 * Stores a proven identity until its account, with the address `email`, is known; returns the token, which is not stored.
 */
export async function beginStep(
  context: AppContext,
  { provider, browserHash, remember, invitationHash }: Visit,
  identity: ProvenIdentity,
  email = identity.email,
): Promise<string> {
  const { token, hash } = newToken();
  const isFromProvider = email === identity.email;
  await context.database
    .orm()
    .insert(providerSteps)
    .values({
      ...identity,
      email,
      providerEmail: isFromProvider ? null : identity.email,
      isProven: isFromProvider && identity.isProven,
      tokenHash: hash,
      provider,
      browserHash,
      remember,
      invitationHash,
      expiresAt: expiry(context),
    });
  return token;
}

/** The step with this token, if this browser began it. */
export async function findStep(
  { database, clock }: AppContext,
  token: string,
  browser: string,
): Promise<ProviderStep | undefined> {
  const [step] = await database
    .orm()
    .select()
    .from(providerSteps)
    .where(
      and(
        eq(providerSteps.tokenHash, hashToken(token)),
        eq(providerSteps.browserHash, hashToken(browser)),
        gt(providerSteps.expiresAt, clock.now()),
      ),
    );
  return step;
}

/** Uses up a step by the hash of its token. Only one of several simultaneous callers gets it. */
export async function takeStep(
  { database, clock }: AppContext,
  tokenHash: string,
): Promise<ProviderStep | undefined> {
  const [step] = await database
    .orm()
    .delete(providerSteps)
    .where(and(eq(providerSteps.tokenHash, tokenHash), gt(providerSteps.expiresAt, clock.now())))
    .returning();
  return step;
}

/** Records a provider's log-out. False if it was recorded before. */
export async function noteLogout(database: Database, id: string, expiresAt: Date): Promise<boolean> {
  const noted = await database
    .orm()
    .insert(providerLogouts)
    .values({ hash: hashToken(id), expiresAt })
    .onConflictDoNothing()
    .returning({ hash: providerLogouts.hash });
  return noted.length > 0;
}

/** Deletes expired visits, steps and log-outs. */
export async function deleteExpiredVisits(database: Database, now: Date): Promise<void> {
  const orm = database.orm();
  await orm.delete(providerVisits).where(lte(providerVisits.expiresAt, now));
  await orm.delete(providerSteps).where(lte(providerSteps.expiresAt, now));
  await orm.delete(providerLogouts).where(lte(providerLogouts.expiresAt, now));
}
