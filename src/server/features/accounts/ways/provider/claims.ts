import type { IDToken } from 'openid-client';
import { z } from 'zod';
import { email as emailField } from '#contract/fields.ts';
import { TRUSTED_MS } from '#contract/sign-in/two-step.ts';
import { MINUTE_MS, SECOND_MS } from '#newsletter/values/durations.ts';
import type { ProviderSettings } from '#server/config-providers.ts';
import { saysTwoFactors } from './factors.ts';

/** The claims of providers about somebody, and how far to believe them. */

export const MICROSOFT_HOST = 'login.microsoftonline.com';
export const GOOGLE_HOST = 'accounts.google.com';
// Personal accounts at Microsoft, whose addresses it has verified.
const MICROSOFT_PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad';
const SID_MAX = 200;
/** How far clocks may be off. */
export const SKEW_MS = MINUTE_MS;

/** A provider's value that we store. No database takes a NUL. */
export const storableWord = z
  .string()
  .min(1)
  .max(1000)
  .refine((text) => !text.includes('\0'));
// Source: OpenID Connect Core, 2.
const subject = storableWord.max(255);

/** The time since a moment that a provider names, in milliseconds. Throws for one in the future. */
export function agoOf(seconds: number, now: Date): number {
  const ago = now.getTime() - seconds * SECOND_MS;
  if (ago < -SKEW_MS) throw new Error('Of the future');
  return ago;
}

/** An identity that a provider has proven. */
export interface ProvenIdentity {
  readonly issuer: string;
  /** Empty where the provider has none. */
  readonly tenant: string;
  readonly subject: string;
  /** In lower case; empty if the provider names none. */
  readonly email: string;
  /** Whether the provider vouches that the address is theirs. */
  readonly isProven: boolean;
  /** The id of the provider's session; null if it names none. */
  readonly sid: string | null;
}

/** The identity of somebody who has just come from a provider. */
export interface ArrivedIdentity extends ProvenIdentity {
  /** Whether two factors were required there, by the provider's word or the operator's, and recently enough for us. */
  readonly isStrong: boolean;
  /** Whether the provider last asked so long ago that a trusted computer would no longer be trusted either. */
  readonly isStale: boolean;
}

const TENANT = '{tenantid}';

/** Whether an issuer is the published one, or one of its tenants. */
export function isOfIssuer(published: string, issuer: string): boolean {
  return published.includes(TENANT) ? isTenantOf(published, issuer) : issuer === published;
}

/** Whether the published issuer is a pattern for all tenants, and this issuer matches it. */
export function isTenantOf(published: string, issuer: string): boolean {
  if (!published.includes(TENANT)) return false;
  const [before = '', after = ''] = published.split(TENANT);
  return (
    issuer.startsWith(before) &&
    issuer.endsWith(after) &&
    /^[\w-]{1,64}$/.test(issuer.slice(before.length, issuer.length - after.length))
  );
}

/** The identity in the claims of the ID token and what the provider has told besides. Throws if they cannot be trusted. */
export function identityOf(
  { issuer, tenants, asksTwoSteps }: ProviderSettings,
  claims: IDToken,
  profile: Readonly<Record<string, unknown>>,
  now: Date,
): ArrivedIdentity & { readonly isLetIn: boolean } {
  const { iss, sub, tid, sid, hd } = claims;
  const { host } = new URL(issuer);
  const isMicrosoft = host === MICROSOFT_HOST;
  const tenant = typeof tid === 'string' ? storableWord.parse(tid) : '';
  // Microsoft's issuer is a pattern for all tenants, and is compared with this one.
  if (isMicrosoft && tenant === '') throw new Error('No tenant');
  const email = emailField.safeParse(profile.email).data ?? '';
  const isProven = email !== '' && vouches(isMicrosoft, tenant, profile);
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

// Providers that do not say when they asked are believed: Google often does not.
function isLongAgo({ auth_time: askedAt }: IDToken, now: Date): boolean {
  if (askedAt === undefined) return false;
  return agoOf(askedAt, now) > TRUSTED_MS + SKEW_MS;
}

// At Microsoft, a tenant's administrator can write any address, unless Microsoft confirms that the domain is the tenant's.
function vouches(isMicrosoft: boolean, tenant: string, profile: Readonly<Record<string, unknown>>): boolean {
  if (!isMicrosoft) return profile.email_verified === true;
  return tenant === MICROSOFT_PERSONAL || [true, 1, '1', 'true'].some((yes) => profile.xms_edov === yes);
}

/** The id of a provider's session as we store it. */
export const storedSid = (sid: string): string => sid.slice(0, SID_MAX);
