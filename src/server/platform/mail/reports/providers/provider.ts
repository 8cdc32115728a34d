import type { IncomingHttpHeaders } from 'node:http';
import type { MailReport } from '#contract/mail/bounces.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { isSame } from '#server/platform/is-same.ts';
import { kindOfRefusal, type MailRefusal, type RefusalKind } from '#server/platform/mail/refusal.ts';

/** The common parts of mail providers' webhooks. */

/** A received call of a webhook. */
export interface ProviderCall {
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
  readonly now: Date;
}

/** A provider's report about one mail. The token is not verified yet. */
export interface ProviderNews {
  readonly token: string;
  readonly report: MailReport;
  readonly response: string;
}

/** Reads a call. Throws `ForgedCall` and `UnreadableCall`. */
export type ReadProviderCall = (secret: string, call: ProviderCall) => Promise<readonly ProviderNews[]>;

/** The call does not prove that it comes from the provider. */
export class ForgedCall extends Error {
  override readonly name = 'ForgedCall';
}

/** The provider makes no such call. */
export class UnreadableCall extends Error {
  override readonly name = 'UnreadableCall';
}

/** The name under which a mail's token goes to the provider and comes back. */
export const TOKEN_NAME = 'report';

// Providers repeat calls that were not accepted, for hours. A repeated report changes nothing, so this can be long.
const WINDOW_MS = DAY_MS;

/** Throws `ForgedCall` unless `at`, the time of the signature, is within a day of now. */
export function checkMoment(at: Date, now: Date): void {
  if (!(Math.abs(now.getTime() - at.getTime()) <= WINDOW_MS)) throw new ForgedCall('Too old');
}

/** Throws unless the call contains the secret, as a bearer token or as the password of basic authentication. */
export function checkSecret(secret: string, { headers }: ProviderCall): void {
  const [, scheme = '', given = ''] = /^(basic|bearer) (.{1,1000})$/i.exec(headers.authorization ?? '') ?? [];
  const basic = Buffer.from(given, 'base64').toString();
  const password = scheme.toLowerCase() === 'basic' ? basic.slice(basic.indexOf(':') + 1) : given;
  if (!isSame(password, secret)) throw new ForgedCall('Wrong secret');
}

/** The body as JSON; throws `UnreadableCall`. */
export function jsonOf({ body }: Pick<ProviderCall, 'body'>): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new UnreadableCall('No JSON');
  }
}

/** The kind of a failure that the provider calls final; a full mailbox or a block still does not lose a family. */
export function finalKind(refusal: MailRefusal): RefusalKind {
  const kind = kindOfRefusal(refusal);
  return kind === 'full' || kind === 'blocked' ? kind : 'gone';
}

/** The kind of a failure that the provider has given up for now. */
export function passingKind(refusal: MailRefusal): RefusalKind {
  const kind = kindOfRefusal(refusal);
  return kind === 'gone' ? 'soft' : kind;
}

/** A list of one report; empty if it means nothing for a family or has no token. */
export function newsOf(
  token: string | undefined,
  report: MailReport | null,
  response = '',
): readonly ProviderNews[] {
  if (token === undefined || report === null) return [];
  return [
    {
      token,
      report,
      response: response
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, 300),
    },
  ];
}
