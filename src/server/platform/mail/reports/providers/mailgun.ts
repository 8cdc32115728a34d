import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { MailReport } from '#contract/mail/bounces.ts';
import { isSame } from '#server/platform/is-same.ts';
import {
  checkMoment,
  ForgedCall,
  finalKind,
  jsonOf,
  newsOf,
  type ReadProviderCall,
  TOKEN_NAME,
  UnreadableCall,
} from './provider.ts';

/** Mailgun's webhooks: an HMAC over a time and a random word. Mailgun itself tries for hours, so a temporary failure only means a delay. */

const call = z.object({
  signature: z.object({ timestamp: z.string().max(20), token: z.string().max(100), signature: z.string() }),
  'event-data': z.object({
    event: z.string(),
    severity: z.string().optional(),
    reason: z.string().optional(),
    'delivery-status': z
      .object({
        code: z.number().nullish(),
        message: z.string().nullish(),
        description: z.string().nullish(),
      })
      .optional(),
    'user-variables': z.record(z.string(), z.unknown()).optional(),
  }),
});
type Event = z.output<typeof call>['event-data'];

export const readMailgun: ReadProviderCall = async (secret, given) => {
  const parsed = call.safeParse(jsonOf(given));
  if (!parsed.success) throw new UnreadableCall('No event of Mailgun');
  const { timestamp, token, signature } = parsed.data.signature;
  const expected = createHmac('sha256', secret)
    .update(timestamp + token)
    .digest('hex');
  if (!isSame(signature, expected)) throw new ForgedCall('Wrong signature');
  checkMoment(new Date(Number(timestamp) * 1000), given.now);
  const event = parsed.data['event-data'];
  const own = event['user-variables']?.[TOKEN_NAME];
  return newsOf(typeof own === 'string' ? own : undefined, reportOf(event), responseOf(event));
};

function responseOf({ 'delivery-status': status }: Event): string {
  return `${status?.code ?? ''} ${status?.message || status?.description || ''}`.trim();
}

function reportOf(event: Event): MailReport | null {
  if (event.event === 'complained') return 'complaint';
  if (event.event !== 'failed' || event.severity !== 'permanent') return null;
  if (event.reason === 'suppress-complaint') return 'complaint';
  if (event.reason === 'suppress-unsubscribe') return null;
  if (event.reason === 'suppress-bounce') return 'gone';
  // Mailgun gave up after hours of trying.
  if (event.reason === 'old') return 'soft';
  return finalKind({ response: responseOf(event) });
}
