import { expect, it } from 'vitest';
import { kindOfRefusal, quotaWait, type RefusalAbout, refusalOf } from './refusal.ts';

/** The topics of real mail servers' replies, as their makers document them or as their servers are known to write them. */

it.each([
  // Google
  [
    'quota',
    '550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits - gsmtp',
  ],
  ['quota', '550-5.4.5 Daily SMTP relay sending limit exceeded for this user. - gsmtp'],
  ['quota', '550 5.7.1 Daily SMTP relay limit exceeded for customer. - gsmtp'],
  ['address', '550-5.1.1 The email account that you tried to reach does not exist. gsmtp'],
  ['address', '550 5.2.1 The email account that you tried to reach is disabled. gsmtp'],
  ['mailbox', '552 5.2.2 The email account that you tried to reach is over quota. gsmtp'],
  [
    'mailbox',
    '550-5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered. gsmtp',
  ],
  ['sender', '550-5.7.26 Your email has been blocked because the sender is unauthenticated. gsmtp'],
  [
    'sender',
    '550-5.7.26 This mail has been blocked because the sender is unauthenticated. DKIM = did not pass',
  ],
  ['reputation', '550-5.7.1 Our system has detected that this message is likely unsolicited mail. gsmtp'],
  // Microsoft
  [
    'quota',
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
  ],
  [
    'quota',
    "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message due to a permanent exception with message The message can't be submitted because the sender's submission quota was exceeded.",
  ],
  ['quota', '550 5.7.705 Access denied, tenant has exceeded threshold'],
  [
    'quota',
    "550 5.7.233 Your message can't be sent because your tenant exceeded its daily limit for sending email to external recipients",
  ],
  ['sender', '550 5.1.8 Access denied, bad outbound sender AS(42004)'],
  [
    'sender',
    '550 5.7.515 Access denied, sending domain inkwell.example does not meet the required authentication level',
  ],
  ['reputation', '550 5.7.606 Access denied, banned sending IP [192.0.2.1]'],
  [
    'reputation',
    "550 SC-001 (BAY004-MC1F43) Unfortunately, messages from 192.0.2.1 weren't sent. Please contact your Internet service provider since part of their network is on our block list.",
  ],
  ['address', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
  ['address', '550 5.4.1 Recipient address rejected: Access denied. [AM6EUR05FT047.eop-eur05.prod]'],
  ['address', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'],
  ['mailbox', '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required'],
  ['mailbox', '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException'],
  // Filters that read the mail
  ['message', '550 5.7.1 Message rejected: contains link to blacklisted URL'],
  ['message', '554 5.7.1 Blocked: URL in the message body is listed by URIBL_BLACK'],
  // In their own languages, without a code
  ['mailbox', '550 邮箱已满，请稍后再试'],
  ['mailbox', '550 Das Postfach des Empfängers ist voll'],
  ['mailbox', '552 La boîte aux lettres du destinataire est pleine'],
  // Zoho
  ['sender', '550 5.4.6 Unusual sending activity detected'],
  ['quota', '550 5.4.6 You have reached your hourly sending limit'],
  // Postfix
  ['address', '550 5.1.1 <a@b.example>: Recipient address rejected: User unknown in virtual mailbox table'],
  ['sender', '554 5.7.1 <a@b.example>: Relay access denied'],
  ['sender', '553 5.7.1 <news@school.example>: Sender address rejected: not owned by user ink'],
  ['sender', '450 4.7.25 Client host rejected: cannot find your reverse hostname, [192.0.2.1]'],
  ['reputation', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'],
  ['reputation', '550 5.7.1 Message content rejected'],
  ['message', '552 5.3.4 Message size exceeds fixed limit'],
  ['unclear', '450 4.2.0 <a@b.example>: Recipient address rejected: Greylisted'],
  // Exim, and cPanel before it
  ['address', '550 Unrouteable address'],
  ['address', '550 Unknown user'],
  ['sender', '550 Sender verify failed'],
  ['sender', '550 relay not permitted'],
  [
    'quota',
    '550 Domain school.example has exceeded the max emails per hour (502/500 (100%)) allowed. Message discarded.',
  ],
  ['message', '552 Message size exceeds maximum permitted'],
  // qmail
  ['sender', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
  ['address', '550 sorry, no mailbox here by that name. (#5.1.1)'],
  // Amavis
  ['reputation', '554 5.7.0 Reject, id=11993-04 - spam'],
  ['reputation', '554 5.7.0 Bounce, id=11993-05 - INFECTED: Eicar'],
  // Yahoo
  ['address', "554 delivery error: dd This user doesn't have a yahoo.com account (a@yahoo.example) [0]"],
  ['reputation', '554 5.7.9 Message not accepted for policy reasons.'],
  ['reputation', '553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1'],
  // GMX, Web.de and IONOS
  ['address', '550 Requested action not taken: mailbox unavailable'],
  ['quota', '554 Transaction failed. Mail send limit exceeded.'],
  ['reputation', '554 Transaction failed. Reject due to policy restrictions.'],
  // Mimecast
  ['address', '550 Invalid Recipient - https://community.mimecast.example/docs/DOC-1369#550'],
  ['reputation', '550 csi.mimecast.org Poor Reputation Sender'],
  ['reputation', '550 Administrative prohibition - envelope blocked'],
  ['sender', '550 Rejected by header based Anti-Spoofing policy: a@b.example'],
  ['quota', '550 Exceeding outbound thread limit'],
  // Barracuda
  ['reputation', '554 Service unavailable; Client host [192.0.2.1] blocked using Barracuda Reputation'],
  ['reputation', '550 permanent failure for one or more recipients (a@b.example:blocked)'],
  // Proofpoint
  ['address', '550 5.1.1 User Unknown'],
  ['reputation', '554 5.7.0 Blocked - see https://ipcheck.proofpoint.example/?ip=192.0.2.1'],
  ['reputation', '550 5.7.0 Local Policy Violation'],
  // Amazon SES
  ['quota', '454 Throttling failure: Daily message quota exceeded.'],
  ['quota', '454 Throttling failure: Maximum sending rate exceeded.'],
  [
    'sender',
    '554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: a@b.example',
  ],
  [
    'sender',
    '554 Message rejected: Sending paused for this account. For more information, please check the inbox.',
  ],
  // Others
  ['reputation', '550 Message rejected: it looks like spam'],
  ['sender', '550 SPF check failed for your domain'],
  ['reputation', '550 5.1.1 Message rejected: it looks like spam'],
  ['quota', '550 5.1.1 Daily sending quota exceeded'],
  ['address', '550 5.1.1 <spam@policy.example>: no such user at mx.spam.block.example'],
  ['quota', '451 4.7.1 You have sent too many messages today'],
  ['quota', '550 You have reached a limit for sending mail'],
  ['quota', '554 sorry, your account has exceeded the number of messages allowed'],
  ['sender', '550 Outgoing mail from this account is disabled'],
  ['sender', '550 Your account has been suspended'],
  ['sender', '530 5.7.0 Authentication required'],
  ['address', '550 5.2.1 This account has been suspended'],
  ['address', '550 this mailbox is no longer used'],
  ['address', '550 5.1.0 Address rejected.'],
  ['unclear', '521 5.2.1 : AOL will not accept delivery of this message.'],
  ['unclear', '550 Refused'],
  ['unclear', '554 Transaction failed'],
] satisfies readonly (readonly [RefusalAbout, string])[])('%s: %s', (about, response) => {
  expect(refusalOf({ response }).about).toBe(about);
});

it.each([
  [24, '550 5.4.5 Daily user sending limit exceeded'],
  [24, '451 You have sent your limit for the last 24 hours'],
  [1, '550 Domain has exceeded the max emails per hour'],
  [1, '554 5.2.0 SubmissionQuotaExceededException'],
  [1 / 12, '454 Throttling failure: Maximum sending rate exceeded.'],
])('waits %f hours after: %s', (hours, response) => {
  expect(quotaWait(response)).toBe(hours * 3_600_000);
});

it('judges by the beginning of what a server says, however much that is', () => {
  const response = `450 4.0.0 ${'Later. '.repeat(600)}`;
  expect(refusalOf({ response: `${response}Daily user sending limit exceeded` })).toEqual(
    refusalOf({ response }),
  );
  expect(kindOfRefusal({ response: `450 4.0.0 Later. Daily user sending limit exceeded ${response}` })).toBe(
    'blocked',
  );
});

it('treats a late refusal like an immediate one, except for what has only been put off', () => {
  expect(kindOfRefusal({ response: '550 5.1.90 Daily limit' })).toBe('blocked');
  expect(kindOfRefusal({ response: '450 4.1.1 User unknown' })).toBe('soft');
});
