import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import type { MailReport } from '#contract/mail/bounces.ts';
import {
  checkMoment,
  ForgedCall,
  finalKind,
  jsonOf,
  newsOf,
  type ProviderCall,
  passingKind,
  type ReadProviderCall,
  TOKEN_NAME,
  UnreadableCall,
} from './provider.ts';

/** SendGrid's event webhook: a batch of events, signed with ECDSA over a time and the bytes of the body. */

const event = z.object({
  event: z.string(),
  type: z.string().nullish(),
  reason: z.string().nullish(),
  status: z.string().nullish(),
  [TOKEN_NAME]: z.string().optional(),
});

export const readSendGrid: ReadProviderCall = async (publicKey, call) => {
  checkSignature(publicKey, call);
  const parsed = z.array(event).max(5000).safeParse(jsonOf(call));
  if (!parsed.success) throw new UnreadableCall('No events of SendGrid');
  return parsed.data.flatMap((one) => newsOf(one[TOKEN_NAME], reportOf(one), one.reason ?? ''));
};

function checkSignature(publicKey: string, { body, headers, now }: ProviderCall): void {
  const signature = headers['x-twilio-email-event-webhook-signature'];
  const timestamp = headers['x-twilio-email-event-webhook-timestamp'];
  if (typeof signature !== 'string' || typeof timestamp !== 'string') throw new ForgedCall('Not signed');
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  if (!verify('sha256', signed, key, Buffer.from(signature, 'base64')))
    throw new ForgedCall('Wrong signature');
  checkMoment(new Date(Number(timestamp) * 1000), now);
}

function reportOf({ event: name, type, reason, status }: z.output<typeof event>): MailReport | null {
  const refusal = { response: reason ?? '', status: status ?? undefined };
  if (name === 'spamreport') return 'complaint';
  if (name === 'bounce') return type === 'blocked' ? blockedKind(refusal) : finalKind(refusal);
  if (name !== 'dropped') return null;
  if (reason === 'Bounced Address') return 'gone';
  return reason === 'Spam Reporting Address' ? 'complaint' : null;
}

function blockedKind(refusal: {
  readonly response: string;
  readonly status: string | undefined;
}): MailReport {
  return passingKind(refusal) === 'full' ? 'full' : 'blocked';
}
