import { createHmac, createSign, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { readBrevo } from './brevo.ts';
import { readMailgun } from './mailgun.ts';
import { readPostmark } from './postmark.ts';
import { ForgedCall, type ProviderCall, UnreadableCall } from './provider.ts';
import { readSendGrid } from './sendgrid.ts';
import { sesReader } from './ses.ts';

/** Providers' webhooks in their documented forms, and the calls that are refused. */

const now = new Date('2026-11-27T15:00:00Z');
const seconds = String(now.getTime() / 1000);
const SECRET = 'a secret of the settings';
const UNKNOWN = '550 5.1.1 No such user';
const call = (body: unknown, headers: ProviderCall['headers'] = {}, at = now): ProviderCall => ({
  body: Buffer.from(JSON.stringify(body)),
  headers,
  now: at,
});
const bearer = { authorization: `Bearer ${SECRET}` };
const basic = { authorization: `Basic ${Buffer.from(`inkwell:${SECRET}`).toString('base64')}` };
const reportsOf = (news: readonly { readonly report: string }[]) => news.map(({ report }) => report);
const WRONG = [{}, { authorization: 'Bearer x' }, { authorization: 'Basic x' }, { authorization: '' }];

describe('Postmark', () => {
  const event = (changes: object) => ({
    RecordType: 'Bounce',
    Type: 'HardBounce',
    Details: `smtp;${UNKNOWN}`,
    Metadata: { report: 'token' },
    ...changes,
  });
  it.each([
    [event({}), ['gone']],
    [event({ Details: 'smtp;552 5.2.2 over quota' }), ['full']],
    [event({ Type: 'SoftBounce', Details: '' }), ['soft']],
    [event({ Type: 'Blocked' }), ['blocked']],
    [event({ Type: 'Transient' }), []],
    [event({ Type: 'AutoResponder' }), []],
    [event({ RecordType: 'SpamComplaint' }), ['complaint']],
    [event({ RecordType: 'Delivery' }), []],
    [event({ Metadata: {} }), []],
  ])('%j', async (body, expected) => {
    expect(reportsOf(await readPostmark(SECRET, call(body, basic)))).toEqual(expected);
  });
  it.each(WRONG)('refuses a wrong secret: %j', async (headers) => {
    await expect(readPostmark(SECRET, call(event({}), headers))).rejects.toThrow(ForgedCall);
    await expect(readBrevo(SECRET, call({ event: 'spam' }, headers))).rejects.toThrow(ForgedCall);
  });
});

it('Brevo, one or a batch', async () => {
  const event = (name: string, reason = '') => ({ event: name, reason, 'X-Mailin-custom': 'report:token' });
  const all = [
    event('hard_bounce', UNKNOWN),
    event('soft_bounce', UNKNOWN),
    event('soft_bounce', '452 4.2.2 mailbox full'),
    event('hard_bounce', '550 5.7.1 blocked (S3140)'),
    event('invalid_email'),
    event('blocked'),
    event('spam'),
    event('deferred'),
    { event: 'spam' },
  ];
  expect(reportsOf(await readBrevo(SECRET, call(all, bearer)))).toEqual([
    'gone',
    'soft',
    'full',
    'blocked',
    'gone',
    'blocked',
    'complaint',
  ]);
  const [one] = await readBrevo(SECRET, call(event('spam'), bearer));
  expect(one).toEqual({ token: 'token', report: 'complaint', response: '' });
  await expect(readBrevo(SECRET, call('spam', bearer))).rejects.toThrow(UnreadableCall);
});

it('Mailgun, signed, within a day', async () => {
  const made = (changes: object, timestamp = seconds) => ({
    signature: {
      timestamp,
      token: 'random',
      signature: createHmac('sha256', SECRET).update(`${timestamp}random`).digest('hex'),
    },
    'event-data': {
      event: 'failed',
      severity: 'permanent',
      reason: 'bounce',
      'delivery-status': { code: 550, message: '5.1.1 No such user' },
      'user-variables': { report: 'token' },
      ...changes,
    },
  });
  const read = async (changes: object) => reportsOf(await readMailgun(SECRET, call(made(changes))));
  expect(await read({})).toEqual(['gone']);
  expect(await read({ severity: 'temporary' })).toEqual([]);
  expect(await read({ 'delivery-status': { code: 552, message: '5.2.2 over quota' } })).toEqual(['full']);
  expect(await read({ reason: 'suppress-unsubscribe' })).toEqual([]);
  expect(await read({ event: 'complained' })).toEqual(['complaint']);
  expect(await read({ event: 'delivered' })).toEqual([]);
  const forged = { ...made({}), signature: { ...made({}).signature, token: 'other' } };
  await expect(readMailgun(SECRET, call(forged))).rejects.toThrow(ForgedCall);
  await expect(readMailgun('another secret', call(made({})))).rejects.toThrow(ForgedCall);
  const late = new Date(now.getTime() + 25 * HOUR_MS);
  await expect(readMailgun(SECRET, call(made({}), {}, late))).rejects.toThrow(ForgedCall);
  await expect(readMailgun(SECRET, call(made({}, 'soon')))).rejects.toThrow(ForgedCall);
});

it('SendGrid, signed with its key over time and bytes', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const event = (changes: object) => ({
    event: 'bounce',
    type: 'bounce',
    reason: UNKNOWN,
    status: '5.1.1',
    report: 'token',
    ...changes,
  });
  const all = [
    event({}),
    event({ type: 'blocked' }),
    event({ type: 'blocked', reason: '452 4.2.2 mailbox full', status: '4.2.2' }),
    event({ event: 'dropped', reason: 'Bounced Address' }),
    event({ event: 'dropped', reason: 'Unsubscribed Address' }),
    event({ event: 'spamreport' }),
    event({ event: 'deferred' }),
  ];
  const body = Buffer.from(JSON.stringify(all));
  const signed = (timestamp = seconds) => ({
    'x-twilio-email-event-webhook-signature': sign(
      'sha256',
      Buffer.concat([Buffer.from(timestamp), body]),
      privateKey,
    ).toString('base64'),
    'x-twilio-email-event-webhook-timestamp': timestamp,
  });
  expect(reportsOf(await readSendGrid(key, { body, headers: signed(), now }))).toEqual([
    'gone',
    'blocked',
    'full',
    'gone',
    'complaint',
  ]);
  const later = { ...signed(), 'x-twilio-email-event-webhook-timestamp': String(Number(seconds) + 1) };
  for (const headers of [{}, later, signed('1700000000')])
    await expect(readSendGrid(key, { body, headers, now })).rejects.toThrow(ForgedCall);
  const other = { body: Buffer.from('[]'), headers: signed(), now };
  await expect(readSendGrid(key, other)).rejects.toThrow(ForgedCall);
});

describe('Amazon SES', () => {
  const TOPIC = 'arn:aws:sns:eu-west-2:123456789012:inkwell-reports';
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const confirmed: string[] = [];
  const asked: string[] = [];
  const read = sesReader({
    keyOf: async (url) => {
      asked.push(url.href);
      return publicKey;
    },
    confirm: async (url) => {
      confirmed.push(url.href);
    },
  });
  const SUBSCRIBE = `https://sns.eu-west-2.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=abc`;
  function message(changes: Readonly<Record<string, string>>, version: '1' | '2' = '2') {
    const base: Readonly<Record<string, string>> = {
      Type: 'Notification',
      MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
      TopicArn: TOPIC,
      Timestamp: now.toISOString(),
      SigningCertURL: 'https://sns.eu-west-2.amazonaws.com/SimpleNotificationService-9c6465fa.pem',
      ...changes,
    };
    const names =
      base.Type === 'Notification'
        ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
        : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
    const text = names.flatMap((name) => (name in base ? [`${name}\n${base[name]}\n`] : [])).join('');
    const Signature = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
      .update(text)
      .sign(privateKey, 'base64');
    return { ...base, SignatureVersion: version, Signature };
  }
  const bounce = (changes: object, mail: object = { tags: { report: ['token'] } }) =>
    JSON.stringify({
      eventType: 'Bounce',
      mail,
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients: [{ status: '5.1.1', diagnosticCode: `smtp; ${UNKNOWN}` }],
        ...changes,
      },
    });
  const headers = [{ name: 'X-SES-MESSAGE-TAGS', value: 'report=token' }];
  it.each([
    [bounce({}), ['gone']],
    [bounce({}, { headers }), ['gone']],
    [bounce({}, {}), []],
    [bounce({ bounceType: 'Transient', bouncedRecipients: [] }), ['soft']],
    [bounce({ bounceType: 'Transient', bounceSubType: 'MailboxFull' }), ['full']],
    [JSON.stringify({ notificationType: 'Complaint', mail: { headers }, complaint: {} }), ['complaint']],
    [
      JSON.stringify({
        notificationType: 'Complaint',
        mail: { headers },
        complaint: { complaintFeedbackType: 'not-spam' },
      }),
      [],
    ],
    [JSON.stringify({ eventType: 'Delivery', mail: { headers } }), []],
    ['Successfully validated SNS topic for Amazon SES event publishing.', []],
  ])('%s', async (Message, expected) => {
    for (const version of ['1', '2'] as const)
      expect(reportsOf(await read(TOPIC, call(message({ Message }, version))))).toEqual(expected);
  });

  it('confirms the subscription of its own topic alone', async () => {
    const ask = (changes: Readonly<Record<string, string>>) =>
      read(
        TOPIC,
        call(
          message({
            Type: 'SubscriptionConfirmation',
            Message: 'Hello',
            Token: 'abc',
            SubscribeURL: SUBSCRIBE,
            ...changes,
          }),
        ),
      );
    expect(await ask({})).toEqual([]);
    expect(confirmed).toHaveLength(1);
    for (const SubscribeURL of [
      SUBSCRIBE.replace('reports', 'other'),
      SUBSCRIBE.replace('https', 'http'),
      SUBSCRIBE.replace('amazonaws.com', 'amazonaws.com.evil.example'),
      'https://127.0.0.1/?Action=ConfirmSubscription',
    ])
      await expect(ask({ SubscribeURL })).rejects.toThrow(ForgedCall);
    expect(confirmed).toHaveLength(1);
  });

  it('refuses other topics, keys of other hosts, changed and old messages, and asks nobody else for a key', async () => {
    const good = message({ Message: bounce({}) });
    const before = asked.length;
    const elsewhere = [
      'https://evil.example/SimpleNotificationService-1.pem',
      'https://sns.eu-west-2.amazonaws.com.evil.example/SimpleNotificationService-1.pem',
      'http://sns.eu-west-2.amazonaws.com/SimpleNotificationService-1.pem',
      'https://sns.eu-west-2.amazonaws.com/other/x.pem',
      'https://a@sns.eu-west-2.amazonaws.com:8443/SimpleNotificationService-1.pem',
    ];
    for (const SigningCertURL of elsewhere)
      await expect(read(TOPIC, call(message({ Message: bounce({}), SigningCertURL })))).rejects.toThrow(
        ForgedCall,
      );
    await expect(read(TOPIC, call(message({ Message: bounce({}), TopicArn: `${TOPIC}-2` })))).rejects.toThrow(
      ForgedCall,
    );
    expect(asked).toHaveLength(before);
    await expect(read(TOPIC, call({ ...good, Message: bounce({}, {}) }))).rejects.toThrow(ForgedCall);
    await expect(read(TOPIC, call(good, {}, new Date(now.getTime() + 25 * HOUR_MS)))).rejects.toThrow(
      ForgedCall,
    );
  });
});
