import { expect, it } from 'vitest';
import { tokensIn } from '#server/data/mail/report-tokens.ts';
import { kindOfRefusal } from '#server/platform/mail/refusal.ts';
import * as forms from '#test/mail-reports/forms.ts';
import { readReport } from './read-report.ts';

/** The meaning of receiving servers' words and reports for a family. */

const TOKEN = '0123456789abcdef0123456789abcdef0123456789ab';
const BOUNCES = 'bounces@mail.school.example';
const returnPath = `bounces+${TOKEN}@mail.school.example`;

// Replies as the providers document them, or as their servers are known to write them.
it.each([
  ['gone', '550 5.1.1 <a@b.example>: Recipient address rejected: User unknown in virtual mailbox table'],
  ['gone', '550-5.1.1 The email account that you tried to reach does not exist. gsmtp'],
  ['gone', '550 5.2.1 The email account that you tried to reach is disabled. gsmtp'],
  ['gone', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
  ['gone', '550 5.4.1 Recipient address rejected: Access denied. [AM6EUR05FT047.eop-eur05.prod]'],
  ['gone', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'.replace('5.5.0 ', '')],
  ['gone', "554 delivery error: dd This user doesn't have a yahoo.com account (a@yahoo.example) [0]"],
  ['gone', '554 30 Sorry, your message cannot be delivered. This mailbox is disabled (554.30).'],
  ['gone', '550 No such user here'],
  ['gone', '556 5.1.10 Recipient address has null MX'],
  ['gone', '525 5.7.13 User account disabled'],
  ['gone', '550 5.4.310 DNS domain gmial.example does not exist [Message=InfoDomainNonexistent]'],
  ['full', "452-4.2.2 The recipient's inbox is out of storage space and inactive. gsmtp"],
  ['full', '552 5.2.2 The email account that you tried to reach is over quota. gsmtp'],
  ['full', '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException'],
  ['full', '552 Requested mail action aborted: exceeded storage allocation; mailbox full'],
  ['full', '550 5.7.0 x-unix; maildrop: maildir over quota'],
  [
    'blocked',
    "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140).",
  ],
  ['blocked', '550 5.7.606 Access denied, banned sending IP [192.0.2.1]'],
  [
    'blocked',
    '451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation',
  ],
  ['blocked', '550-5.7.26 Your email has been blocked because the sender is unauthenticated. gsmtp'],
  ['blocked', '421-4.7.28 Gmail has detected an unusual rate of unsolicited mail. gsmtp'],
  [
    'blocked',
    '550 5.7.515 Access denied, sending domain inkwell.example does not meet the required authentication level',
  ],
  ['blocked', '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume'],
  ['blocked', '554 5.7.9 Message not accepted for policy reasons.'],
  ['blocked', '553 5.1.8 <news@inkwell.example>: Sender address rejected: Domain not found'],
  ['blocked', '552 5.3.4 Message size exceeds fixed limit'],
  ['blocked', '550 5.6.0 Lone CR or LF in body'],
  ['blocked', '554 Blocked: listed at bl.example'],
  ['blocked', '550 5.4.5 Daily SMTP relay sending limit exceeded for this user'],
  ['soft', '450 4.1.1 <a@b.example>: Recipient address rejected: unverified address'],
  ['soft', '450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents delivery'],
  ['soft', '450 Requested mail action not taken: mailbox unavailable'],
  ['soft', '4.4.7 Message expired'],
  ['soft', 'connect to mx.home.example[192.0.2.7]:25: Connection timed out'],
  ['soft', '554 5.4.6 Mail for home.example loops back to myself'],
  ['soft', '550 mx.home.example [5.1.1.7] is not well'],
  ['soft', '550 5.0.0 Something went wrong'],
  ['soft', ''],
])('%s: %s', (kind, response) => {
  expect(kindOfRefusal({ response })).toBe(kind);
});

it('takes the status of a report where the words have none, and not the other way round', () => {
  expect(kindOfRefusal({ status: '5.1.2', response: 'Name service error for name=gmial.example' })).toBe(
    'gone',
  );
  expect(kindOfRefusal({ status: '5.0.0', response: '550-5.1.1 No such user' })).toBe('gone');
  expect(kindOfRefusal({ status: '5.1.1', response: '550 5.7.1 Blocked (S3140)' })).toBe('blocked');
  expect(kindOfRefusal({ status: '4.4.1', response: 'connect to mx: Connection refused' })).toBe('soft');
});

it.each([
  ['Postfix', forms.postfixReport],
  ['Exchange Online', forms.exchangeReport],
  ['Gmail', forms.gmailReport],
  ['Exim', forms.eximReport],
  ['Exim of old', forms.plainEximReport],
  ['qmail', forms.qmailReport],
  ['Exchange in words', forms.exchangeWords],
])('%s: an address that does not exist, and whose mail it was', async (_, form) => {
  const read = await readReport(form({ returnPath }));
  expect(read).toMatchObject({ kind: 'report', report: 'gone' });
  if (read?.kind !== 'report') throw new Error('No report');
  expect(read.response).toMatch(/^550/);
  expect(read.response).not.toMatch(/\n/);
  expect(tokensIn(BOUNCES, read.own)).toEqual([TOKEN]);
  expect(tokensIn(BOUNCES, read.about)).toEqual([TOKEN]);
});

it.each([
  ['Postfix', forms.postfixReport],
  ['Exchange Online', forms.exchangeReport],
  ['Gmail', forms.gmailReport],
  ['Exim', forms.eximReport],
  ['Exim of old', forms.plainEximReport],
  ['qmail', forms.qmailReport],
  ['Exchange in words', forms.exchangeWords],
])('%s: a full mailbox, and a block', async (_, form) => {
  const of = async (mail: Omit<forms.ReportedMail, 'returnPath'>) =>
    await readReport(form({ returnPath, ...mail }));
  expect(await of({ status: '5.2.2', response: '552 5.2.2 over quota' })).toMatchObject({ report: 'full' });
  expect(await of({ status: '5.7.1', response: '550 5.7.1 (S3140)' })).toMatchObject({ report: 'blocked' });
});

it.each([
  ['Postfix', forms.postfixReport],
  ['Exchange Online', forms.exchangeReport],
  ['Gmail', forms.gmailReport],
  ['Exim', forms.eximReport],
])('%s: a mail that is late or has arrived', async (_, form) => {
  const of = async (mail: Omit<forms.ReportedMail, 'returnPath'>) =>
    await readReport(form({ returnPath, ...mail }));
  for (const action of ['delayed', 'delivered', 'relayed', 'expanded'] as const)
    expect(await of({ action })).toMatchObject({ kind: 'report', report: null });
});

it('reads complaints, but none from a reader who says that it is no spam', async () => {
  const read = await readReport(forms.complaint({ returnPath }));
  expect(read).toMatchObject({ kind: 'report', report: 'complaint', response: '' });
  if (read?.kind === 'report') {
    expect(tokensIn(BOUNCES, read.own)).toEqual([]);
    expect(tokensIn(BOUNCES, read.about)).toEqual([TOKEN]);
  }
  for (const type of ['not-spam', 'virus', 'auth-failure', 'other'])
    expect(await readReport(forms.complaint({ returnPath, type }))).toMatchObject({ report: null });
});

it("takes Microsoft's own form of a complaint", async () => {
  const read = await readReport(forms.microsoftComplaint({ returnPath }));
  expect(read).toMatchObject({ kind: 'report', report: 'complaint', response: '' });
  if (read?.kind === 'report') expect(tokensIn(BOUNCES, read.about)).toEqual([TOKEN]);
});

it("takes qmail's own words, of an address that it gave up", async () => {
  const words = 'Sorry, no mailbox here by that name. (#5.1.1)';
  const source = forms.qmailReport({ returnPath }).toString();
  const own = source.replace(/192\.0\.2\.7 does[\s\S]*?Giving up on .*/, words);
  expect(await readReport(Buffer.from(own))).toMatchObject({ report: 'gone', response: words });
  const late = words.replace(/.*/, "I'm not going to try again; it has been in the queue too long. (#4.4.1)");
  expect(await readReport(Buffer.from(own.replace(words, late)))).toMatchObject({ report: 'soft' });
});

// The forms that several versions of Exchange and Outlook write, in several languages.
it.each([
  [
    'German',
    'Unzustellbar: Herbst',
    `Fehler bei der Nachrichtenzustellung an folgende Empfänger oder Gruppen:

parent-1@home.example<mailto:parent-1@home.example>
Die eingegebene E-Mail-Adresse konnte nicht gefunden werden.

Diagnoseinformationen für Administratoren:

Generierender Server: EX01.home.example

parent-1@home.example
Remote Server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'

Ursprüngliche Nachrichtenkopfzeilen:`,
  ],
  [
    'of the web',
    'Undeliverable: Autumn news',
    `Your message to parent-1@home.example couldn't be delivered.

parent-1 wasn't found at home.example.

Error Details
Reported error: 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient parent-1@home.example not found by SMTP address lookup
DSN generated by: LO2P123MB0001.GBRP123.PROD.OUTLOOK.COM`,
  ],
  [
    'of old',
    'Undeliverable:Autumn news',
    `Your message did not reach some or all of the intended recipients.

The following recipient(s) cannot be reached:

      parent-1@home.example on 27/11/2026 15:02
            The e-mail account does not exist at the organization this message was sent to.
            <mx.home.example #5.1.1>`,
  ],
  [
    'French',
    'Non remis : Automne',
    `Échec de la remise à ces destinataires :

parent-1@home.example
#< #5.1.1 smtp;550 5.1.1 <parent-1@home.example>: User unknown> #SMTP#`,
  ],
])('reads the words of an Exchange, %s', async (_, subject, words) => {
  for (const from of [
    'postmaster@home.example',
    'MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@a.example',
  ])
    expect(await readReport(forms.exchangeWords({ returnPath, subject, words, from }))).toMatchObject({
      report: 'gone',
      response: expect.stringMatching(/^(?:550 )?5\.1\.1[^\n]*$/),
    });
  const named = forms.exchangeWords({ returnPath, words, subject: 'Sin entregar: Otoño' }).toString();
  expect(await readReport(Buffer.from(named))).toMatchObject({ report: null });
  const marked = `X-MS-Exchange-Message-Is-Ndr:\r\n${named}`;
  expect(await readReport(Buffer.from(marked))).toMatchObject({ report: 'gone' });
});

it('reads an Exchange’s page where it came without its words', async () => {
  const words = `<html><head><style>p { margin: 0 }</style></head><body>
<p><b>Delivery has failed to these recipients or groups:</b></p><p>parent-1@home.example<br>It was not found.</p>
<table><tr><td>Reported error:</td><td>550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found</td></tr></table>
<p>Original message headers:</p><pre>Received: from a.example 552 5.2.2</pre></body></html>`;
  const source = forms.exchangeWords({ returnPath, words }).toString().replace('text/plain', 'text/html');
  expect(await readReport(Buffer.from(source))).toMatchObject({
    report: 'gone',
    response: '550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found',
  });
});

it.each([
  ['without a code', { words: 'Delivery has failed to parent-1@home.example: not found.' }],
  ['without an address', { words: 'Delivery has failed.\n\n#550 5.1.1 not found ##' }],
  [
    'with two that differ',
    { words: 'To a@home.example:\n\n#550 5.1.1 not found ##\n\nTo b@home.example:\n\n#552 5.2.2 full ##' },
  ],
  ['of a mail that is late', { subject: 'Delivery delayed: Autumn news' }],
  ['from a person', { from: 'parent-1@home.example', subject: 'Away: Undeliverable' }],
])('only files away words %s', async (_, form) => {
  expect(await readReport(forms.exchangeWords({ returnPath, ...form }))).toMatchObject({
    kind: 'report',
    report: null,
  });
});

it('leaves a person’s mail about a report where it is', async () => {
  const source = forms
    .exchangeWords({ returnPath, from: 'parent-1@home.example' })
    .toString()
    .replace('Return-Path: <>\r\n', '');
  expect(await readReport(Buffer.from(source))).toBeNull();
});

it.each([
  ['Auto-Submitted: auto-replied'],
  ['Auto-Submitted: auto-generated (vacation)'],
  ['X-Autoreply: yes'],
  ['X-Autorespond: Away'],
  ['Precedence: auto_reply'],
  ['Return-Path: <>'],
])('an answer that nobody wrote says nothing of the family: %s', async (header) => {
  const source = Buffer.from(
    `${header}\r\nTo: ${returnPath}\r\nSubject: Away\r\n\r\n550 5.1.1 ${returnPath}\r\n`,
  );
  const read = await readReport(source);
  expect(read).toMatchObject({ kind: 'report', report: null, about: '' });
  if (read?.kind === 'report') expect(tokensIn(BOUNCES, read.own)).toEqual([TOKEN]);
});

it('leaves alone what is no report', async () => {
  const forwarded = forms
    .postfixReport({ returnPath })
    .toString()
    .replace(/Return-Path: <>\r\n|Auto-Submitted: auto-replied\r\n/g, '')
    .replace('multipart/report', 'multipart/mixed');
  const byHand = `Auto-Submitted: no\r\nReturn-Path: <a@home.example>\r\nTo: ${returnPath}\r\n\r\nHello\r\n`;
  const bytes = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 31) % 256));
  const others = [forms.letter({ returnPath }), forwarded, byHand, '', bytes];
  for (const source of others) expect(await readReport(Buffer.from(source))).toBeNull();
});

it('reads a mail that asks to unsubscribe', async () => {
  const token = 'aB-_'.repeat(16);
  const mail = (subject: string) => readReport(Buffer.from(`Subject: ${subject}\r\n\r\n`));
  expect(await mail(`unsubscribe ${token}`)).toEqual({ kind: 'unsubscribe', token });
  expect(await mail(`Re: Unsubscribe ${token}`)).toEqual({ kind: 'unsubscribe', token });
  expect(await mail(`unsubscribe ${token}A`)).toBeNull();
  expect(await mail('unsubscribe')).toBeNull();
});
