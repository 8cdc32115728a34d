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

/** Postmark's webhooks for bounces and spam complaints, with basic authentication or a bearer token. */

const event = z.object({
  RecordType: z.string(),
  Type: z.string().optional(),
  Details: z.string().nullish(),
  Metadata: z.record(z.string(), z.string()).optional(),
});

export const readPostmark: ReadProviderCall = async (secret, call) => {
  checkSecret(secret, call);
  const parsed = event.safeParse(jsonOf(call));
  if (!parsed.success) throw new UnreadableCall('No event of Postmark');
  const { Metadata, Details } = parsed.data;
  return newsOf(Metadata?.[TOKEN_NAME], reportOf(parsed.data), Details ?? '');
};

// The other types are answers of absent people and of lists, and mails that are only delayed.
function reportOf({ RecordType, Type, Details }: z.output<typeof event>): MailReport | null {
  if (RecordType === 'SpamComplaint') return 'complaint';
  if (RecordType !== 'Bounce') return null;
  const response = Details ?? '';
  if (Type === 'HardBounce' || Type === 'BadEmailAddress') return finalKind({ response });
  if (Type === 'SoftBounce' || Type === 'DnsError') return passingKind({ response });
  if (Type === 'Blocked' || Type === 'SpamNotification') return 'blocked';
  return Type === 'SpamComplaint' ? 'complaint' : null;
}
