import { createVerify, type KeyObject, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import type { MailReport } from '#contract/mail/bounces.ts';
import {
  checkMoment,
  ForgedCall,
  finalKind,
  jsonOf,
  newsOf,
  type ProviderNews,
  passingKind,
  type ReadProviderCall,
  TOKEN_NAME,
  UnreadableCall,
} from './provider.ts';

/** Amazon SES through an SNS topic, whose name is the secret in the settings: notifications of other topics are refused. */

/** The things fetched from Amazon: a certificate's key, and the address that confirms a subscription. Tests replace them. */
export interface AmazonHosts {
  keyOf(certificate: URL): Promise<KeyObject>;
  confirm(subscription: URL): Promise<void>;
}

const envelope = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Subject: z.string().nullish(),
  Timestamp: z.string(),
  Token: z.string().optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.url(),
  SubscribeURL: z.url().optional(),
});
type Envelope = z.output<typeof envelope>;

/** Creates the reader of SES calls. */
export function sesReader(amazon: AmazonHosts = AMAZON): ReadProviderCall {
  return async (topic, call) => {
    const parsed = envelope.safeParse(jsonOf(call));
    if (!parsed.success) throw new UnreadableCall('No message of Amazon SNS');
    const message = parsed.data;
    if (message.TopicArn !== topic) throw new ForgedCall('No message of our topic');
    await checkSignature(message, amazon);
    checkMoment(new Date(message.Timestamp), call.now);
    if (message.Type === 'SubscriptionConfirmation') await confirm(message, amazon);
    return message.Type === 'Notification' ? newsIn(message.Message) : [];
  };
}

const OF_NOTIFICATION = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const;
const OF_SUBSCRIPTION = [
  ...(['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const),
] as const;

async function checkSignature(message: Envelope, amazon: AmazonHosts): Promise<void> {
  const names = message.Type === 'Notification' ? OF_NOTIFICATION : OF_SUBSCRIPTION;
  const signed = names.flatMap((name) => (message[name] == null ? [] : [`${name}\n${message[name]}\n`]));
  const key = await amazon.keyOf(amazonUrl(message.SigningCertURL, /^\/SimpleNotificationService-\w+\.pem$/));
  const verifier = createVerify(message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256');
  if (!verifier.update(signed.join('')).verify(key, message.Signature, 'base64'))
    throw new ForgedCall('Wrong signature');
}

// Everything is fetched from Amazon's own host: otherwise a forger could name the key.
function amazonUrl(address: string, path: RegExp): URL {
  const url = new URL(address);
  const isAmazons = /^sns\.[a-z0-9-]{5,30}\.amazonaws\.com(\.cn)?$/.test(url.hostname);
  if (
    url.protocol !== 'https:' ||
    url.port !== '' ||
    url.username !== '' ||
    !isAmazons ||
    !path.test(url.pathname)
  )
    throw new ForgedCall('Not an address of Amazon');
  return url;
}

async function confirm({ SubscribeURL = '', TopicArn }: Envelope, amazon: AmazonHosts): Promise<void> {
  const url = amazonUrl(SubscribeURL, /^\/$/);
  if (
    url.searchParams.get('Action') !== 'ConfirmSubscription' ||
    url.searchParams.get('TopicArn') !== TopicArn
  )
    throw new ForgedCall('No subscription of our topic');
  await amazon.confirm(url);
}

const FETCH_MS = 10_000;
const known = new Map<string, KeyObject>();
const AMAZON: AmazonHosts = {
  keyOf: async (url) => {
    const key = known.get(url.href) ?? new X509Certificate(await fetched(url)).publicKey;
    known.clear();
    known.set(url.href, key);
    return key;
  },
  confirm: async (url) => {
    await fetched(url);
  },
};

async function fetched(url: URL): Promise<string> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_MS) });
  if (!answer.ok) throw new Error(`Amazon SNS answered ${answer.status}`);
  return await answer.text();
}

const notification = z.object({
  // The first belongs to identities' notifications, the second to configuration sets.
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z.object({
    tags: z.record(z.string(), z.array(z.string())).optional(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  }),
  bounce: z
    .object({
      bounceType: z.string(),
      bounceSubType: z.string(),
      bouncedRecipients: z
        .array(z.object({ diagnosticCode: z.string().nullish(), status: z.string().nullish() }))
        .optional(),
    })
    .optional(),
  complaint: z.object({ complaintFeedbackType: z.string().nullish() }).optional(),
});
type Notification = z.output<typeof notification>;

// A topic's first message is a test in plain words.
function newsIn(message: string): readonly ProviderNews[] {
  const parsed = notification.safeParse(parsedJson(message));
  if (!parsed.success) return [];
  const { mail, bounce } = parsed.data;
  const header = mail.headers?.find(({ name }) => name.toLowerCase() === 'x-ses-message-tags')?.value ?? '';
  const token = mail.tags?.[TOKEN_NAME]?.[0] ?? new RegExp(`\\b${TOKEN_NAME}=(\\w+)`).exec(header)?.[1];
  return newsOf(token, reportOf(parsed.data), responseOf(bounce));
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function responseOf(bounce: Notification['bounce']): string {
  return (bounce?.bouncedRecipients?.[0]?.diagnosticCode ?? '').replace(/^smtp;\s*/i, '');
}

function reportOf({ notificationType, eventType, bounce, complaint }: Notification): MailReport | null {
  const type = eventType ?? notificationType;
  if (type === 'Complaint') return complaint?.complaintFeedbackType === 'not-spam' ? null : 'complaint';
  if (type !== 'Bounce' || bounce === undefined) return null;
  if (bounce.bounceSubType === 'MailboxFull') return 'full';
  const status = bounce.bouncedRecipients?.[0]?.status ?? undefined;
  const refusal = { response: responseOf(bounce), status };
  return bounce.bounceType === 'Permanent' ? finalKind(refusal) : passingKind(refusal);
}
