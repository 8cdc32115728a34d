import { z } from 'zod';
import type { MailReport } from '#contract/mail/bounces.ts';
import {
  checkSecret,
  finalKind,
  jsonOf,
  newsOf,
  passingKind,
  type ReadProviderCall,
  TOKEN_NAME,
  UnreadableCall,
} from './provider.ts';

/** Brevo's webhooks, with their own token or basic authentication. One event, or a batch of them. */

const event = z.object({
  event: z.string(),
  reason: z.string().nullish(),
  'X-Mailin-custom': z.string().nullish(),
});
const events = z.union([event.transform((one) => [one]), z.array(event).max(1000)]);

export const readBrevo: ReadProviderCall = async (secret, call) => {
  checkSecret(secret, call);
  const parsed = events.safeParse(jsonOf(call));
  if (!parsed.success) throw new UnreadableCall('No event of Brevo');
  return parsed.data.flatMap((one) => {
    const token = new RegExp(`\\b${TOKEN_NAME}:(\\w+)`).exec(one['X-Mailin-custom'] ?? '')?.[1];
    return newsOf(token, reportOf(one), one.reason ?? '');
  });
};

function reportOf({ event: name, reason }: z.output<typeof event>): MailReport | null {
  const response = reason ?? '';
  if (name === 'hard_bounce' || name === 'invalid_email') return finalKind({ response });
  if (name === 'soft_bounce') return passingKind({ response });
  if (name === 'blocked') return 'blocked';
  return name === 'spam' ? 'complaint' : null;
}
