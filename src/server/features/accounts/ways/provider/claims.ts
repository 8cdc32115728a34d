import type { IDToken } from 'openid-client';
import { z } from 'zod';
import { email as emailField } from '#contract/fields.ts';
import { TRUSTED_MS } from '#contract/sign-in/two-step.ts';
import { MINUTE_MS, SECOND_MS } from '#newsletter/values/durations.ts';
import type { ProviderSettings } from '#server/config-providers.ts';
import { saysTwoFactors } from './factors.ts';

/** What providers say of somebody, and how far it is to be believed. */

export const MICROSOFT_HOST = 'login.microsoftonline.com';
export const GOOGLE_HOST = 'accounts.google.com';
// Personal accounts at Microsoft, whose addresses it has verified.
const MICROSOFT_PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad';
const SID_MAX = 200;
/** How wrong clocks may be. */
export const SKEW_MS = MINUTE_MS;

/** A word of a provider's that is stored. No database takes a NUL. */
export const storableWord = z
  .string()
  .min(1)
  .max(1000)
  .refine((text) => !text.includes('\0'));
// OpenID Connect Core, 2.
const subject = storableWord.max(255);

/** How long ago a moment was that a provider names, in milliseconds. Throws for one in the future. */
export function agoOf(seconds: number, now: Date): number {
  const ago = now.getTime() - seconds * SECOND_MS;
  if (ago < -SKEW_MS) throw new Error('Of the future');
  return ago;
}

/** Who somebody is at a provider. */
export interface ProvenIdentity {
  readonly issuer: string;
  /** Empty where the provider has none. */
  readonly tenant: string;
  readonly subject: string;
  /** In lower case; empty if the provider names none. */
  readonly email: string;
  /** Whether the provider vouches that the address is theirs. */
  readonly isProven: boolean;
  /** Of the session there; null if the provider names none. */
  readonly sid: string | null;
}

/** Who has just come from a provider. */
export interface ArrivedIdentity extends ProvenIdentity {
  /** Whether two factors were asked there, by the provider's word or the operator's, and not longer ago than here. */
  readonly isStrong: boolean;
  /** Whether the provider says that it has asked nothing for so long that no trusted computer would let them in either. */
  readonly isStale: boolean;
}

const TENANT = '{tenantid}';

/** Whether an issuer is the one that a provider publishes, or one of its tenants. */
export function isOfIssuer(published: string, issuer: string): boolean {
  return published.includes(TENANT) ? isTenantOf(published, issuer) : issuer === published;
}

/** Whether a provider publishes its issuer for all tenants together, by a pattern, and this is one of them. */
export function isTenantOf(published: string, issuer: string): boolean {
  if (!published.includes(TENANT)) return false;
  const [before = '', after = ''] = published.split(TENANT);
  return (
    issuer.startsWith(before) &&
    issuer.endsWith(after) &&
    /^[\w-]{1,64}$/.test(issuer.slice(before.length, issuer.length - after.length))
  );
}

/** Who the claims say it is: those of the ID token, and those that the provider has told besides. Throws if they cannot be trusted. */
export function identityOf(
  { issuer, tenants, asksTwoSteps }: ProviderSettings,
  claims: IDToken,
  told: Readonly<Record<string, unknown>>,
  now: Date,
): ArrivedIdentity & { readonly isLetIn: boolean } {
  const { iss, sub, tid, sid, hd } = claims;
  const { host } = new URL(issuer);
  const isMicrosoft = host === MICROSOFT_HOST;
  const tenant = typeof tid === 'string' ? storableWord.parse(tid) : '';
  // Its issuer for all tenants together is compared with this one.
  if (isMicrosoft && tenant === '') throw new Error('No tenant');
  const email = emailField.safeParse(told.email).data ?? '';
  const isProven = email !== '' && vouches(isMicrosoft, tenant, told);
  const domain = isProven ? email.slice(email.lastIndexOf('@') + 1) : '';
  const isStale = isLongAgo(claims, now);
  const of = isMicrosoft ? tenant : host === GOOGLE_HOST ? hd : domain;
  return {
    issuer: iss,
    tenant,
    subject: subject.parse(sub),
    email,
    isProven,
    sid: typeof sid === 'string' ? storedSid(storableWord.parse(sid)) : null,
    isStrong: !isStale && (asksTwoSteps || saysTwoFactors(claims)),
    isStale,
    isLetIn: tenants.length === 0 || (typeof of === 'string' && tenants.includes(of.toLowerCase())),
  };
}

// Providers that do not say when they asked are believed, as Google often does not.
function isLongAgo({ auth_time: askedAt }: IDToken, now: Date): boolean {
  if (askedAt === undefined) return false;
  return agoOf(askedAt, now) > TRUSTED_MS + SKEW_MS;
}

// Any administrator of a tenant at Microsoft can write any address there, unless it says that the domain is the tenant's.
function vouches(isMicrosoft: boolean, tenant: string, told: Readonly<Record<string, unknown>>): boolean {
  if (!isMicrosoft) return told.email_verified === true;
  return tenant === MICROSOFT_PERSONAL || [true, 1, '1', 'true'].some((yes) => told.xms_edov === yes);
}

/** The id of a session there as it is stored. */
export const storedSid = (sid: string): string => sid.slice(0, SID_MAX);
