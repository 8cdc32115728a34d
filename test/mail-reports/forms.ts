/** Reports about one mail, in the forms of several mail servers. */

/** The mail that a report is about, and the receiving server's reply. */
export interface ReportedMail {
  /** The return path of the mail, to which the report is sent. */
  readonly returnPath: string;
  readonly to?: string;
  readonly status?: string;
  readonly response?: string;
  readonly action?: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';
}

const ORIGINAL = (returnPath: string, to: string) => `Return-Path: <${returnPath}>
From: Elm Grove Primary <news@inkwell.example>
To: ${to}
Subject: Autumn news
Message-ID: <0123456789@inkwell.example>
`;

function crlf(text: string): Buffer {
  return Buffer.from(text.replaceAll(/\r?\n/g, '\r\n'));
}

/** Postfix: the headers of the mail, and the reply in a line of the status. */
export function postfixReport({
  returnPath,
  to = 'parent-1@home.example',
  status = '5.1.1',
  response = `550 5.1.1 <${to}>: Recipient address rejected: User unknown`,
  action = 'failed',
}: ReportedMail): Buffer {
  return crlf(`Return-Path: <>
Date: Fri, 27 Nov 2026 15:02:11 +0000 (GMT)
From: MAILER-DAEMON@relay.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${returnPath}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4XyZ1.1795791731/relay.example"
Content-Transfer-Encoding: 8bit
Message-Id: <20261127150211.4XyZ1@relay.example>

This is a MIME-encapsulated message.

--4XyZ1.1795791731/relay.example
Content-Description: Notification
Content-Type: text/plain; charset=utf-8

This is the mail system at host relay.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

<${to}>: host mx.home.example[192.0.2.7] said: ${response} (in reply to RCPT TO command)

--4XyZ1.1795791731/relay.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example
X-Postfix-Queue-ID: 4XyZ1
X-Postfix-Sender: rfc822; ${returnPath}
Arrival-Date: Fri, 27 Nov 2026 15:02:09 +0000 (GMT)

Final-Recipient: rfc822; ${to}
Original-Recipient: rfc822;${to}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.home.example
Diagnostic-Code: smtp; ${response}

--4XyZ1.1795791731/relay.example
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

${ORIGINAL(returnPath, to)}
--4XyZ1.1795791731/relay.example--
`);
}

/** Exchange Online: a page for people, the status, and the headers as a message. */
export function exchangeReport({
  returnPath,
  to = 'parent-1@home.example',
  status = '5.1.10',
  response = '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient parent-1@home.example not found by SMTP address lookup',
  action = 'failed',
}: ReportedMail): Buffer {
  return crlf(`From: <postmaster@home.example>
To: <${returnPath}>
Date: Fri, 27 Nov 2026 15:02:11 +0000
Content-Type: multipart/report; report-type=delivery-status;
	boundary="_e1a5a6f2-86b5-4f2b-8ac7-2f5d6a7f3c11_"
X-MS-Exchange-Message-Is-Ndr:
Content-Language: en-GB
Message-ID: <a1b2c3@PROD.OUTLOOK.COM>
In-Reply-To: <0123456789@inkwell.example>
Subject: Undeliverable: Autumn news
Auto-Submitted: auto-replied
MIME-Version: 1.0

--_e1a5a6f2-86b5-4f2b-8ac7-2f5d6a7f3c11_
Content-Type: multipart/alternative; differences=Content-Type;
	boundary="_inner_"

--_inner_
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Your message to ${to.replaceAll('=', '=3D')} couldn't be delivered.

--_inner_
Content-Type: text/html; charset="us-ascii"

<html><body><p>Your message couldn't be delivered.</p></body></html>
--_inner_--

--_e1a5a6f2-86b5-4f2b-8ac7-2f5d6a7f3c11_
Content-Type: message/delivery-status

Reporting-MTA: dns;LO2P123MB0001.GBRP123.PROD.OUTLOOK.COM
Received-From-MTA: dns;relay.example
Arrival-Date: Fri, 27 Nov 2026 15:02:10 +0000

Final-Recipient: rfc822;${to}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp;${response}

--_e1a5a6f2-86b5-4f2b-8ac7-2f5d6a7f3c11_
Content-Type: message/rfc822

${ORIGINAL(returnPath, to)}
--_e1a5a6f2-86b5-4f2b-8ac7-2f5d6a7f3c11_--
`);
}

/** Gmail: a related part with a picture first, and the reply in lines of its own. */
export function gmailReport({
  returnPath,
  to = 'parent-1@gmail.example',
  status = '5.1.1',
  response = "550-5.1.1 The email account that you tried to reach does not exist. Please try\n 550-5.1.1 double-checking the recipient's email address for typos or\n 550 5.1.1 unnecessary spaces. gsmtp",
  action = 'failed',
}: ReportedMail): Buffer {
  return crlf(`Return-Path: <>
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: ${returnPath}
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
References: <0123456789@inkwell.example>
X-Failed-Recipients: ${to}
Message-ID: <66ab@mx.google.com>
Date: Fri, 27 Nov 2026 07:02:11 -0800 (PST)
MIME-Version: 1.0
Content-Type: multipart/report; boundary="000000000000a1"; report-type=delivery-status

--000000000000a1
Content-Type: multipart/related; boundary="000000000000b2"

--000000000000b2
Content-Type: multipart/alternative; boundary="000000000000c3"

--000000000000c3
Content-Type: text/plain; charset="UTF-8"

** Address not found **

Your message wasn't delivered to ${to}.

--000000000000c3--
--000000000000b2
Content-Type: image/png; name="icon.png"
Content-Disposition: attachment; filename="icon.png"
Content-Transfer-Encoding: base64
Content-ID: <icon.png>

iVBORw0KGgo=
--000000000000b2--
--000000000000a1
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Received-From-MTA: dns; news@inkwell.example
Arrival-Date: Fri, 27 Nov 2026 07:02:10 -0800 (PST)
X-Original-Message-ID: <0123456789@inkwell.example>

Final-Recipient: rfc822; ${to}
Action: ${action}
Status: ${status}
Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.9, the server for the domain gmail.example.)
Diagnostic-Code: smtp; ${response}
Last-Attempt-Date: Fri, 27 Nov 2026 07:02:11 -0800 (PST)

--000000000000a1
Content-Type: message/rfc822

${ORIGINAL(returnPath, to)}

Hello
--000000000000a1--
`);
}

/** Exim since 4.86: a status without an extended code of its own, and a header with the addresses. */
export function eximReport({
  returnPath,
  to = 'parent-1@home.example',
  status = '5.0.0',
  response = `550 No such user here`,
  action = 'failed',
}: ReportedMail): Buffer {
  return crlf(`Return-path: <>
Envelope-to: ${returnPath}
X-Failed-Recipients: ${to}
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@relay.example>
To: ${returnPath}
References: <0123456789@inkwell.example>
Content-Type: multipart/report; report-type=delivery-status; boundary=1795791731-eximdsn-1804289383
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1tG@relay.example>

--1795791731-eximdsn-1804289383
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${to}
    host mx.home.example [192.0.2.7]
    SMTP error from remote mail server after RCPT TO:<${to}>:
    ${response}

--1795791731-eximdsn-1804289383
Content-type: message/delivery-status

Reporting-MTA: dns; relay.example

Action: ${action}
Final-Recipient: rfc822;${to}
Status: ${status}
Remote-MTA: dns; mx.home.example
Diagnostic-Code: smtp; ${response}

--1795791731-eximdsn-1804289383
Content-type: message/rfc822

${ORIGINAL(returnPath, to)}

--1795791731-eximdsn-1804289383--
`);
}

/** Exim's older form, which is plain text. */
export function plainEximReport({
  returnPath,
  to = 'parent-1@home.example',
  response = '550 5.1.1 User unknown',
}: ReportedMail): Buffer {
  return crlf(`Return-path: <>
Envelope-to: ${returnPath}
X-Failed-Recipients: ${to}
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@relay.example>
To: ${returnPath}
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${to}
    SMTP error from remote mail server after RCPT TO:<${to}>:
    host mx.home.example [192.0.2.7]: ${response}

------ This is a copy of the message, including all the headers. ------

${ORIGINAL(returnPath, to)}

Hello. 552 of you came to the fair, and its mailbox is full of thanks.
`);
}

/** A complaint (RFC 5965), which goes to the address that was registered for it. */
export function complaint({
  returnPath,
  to = 'parent-1@home.example',
  type = 'abuse',
}: Pick<ReportedMail, 'returnPath' | 'to'> & { readonly type?: string }): Buffer {
  return crlf(`From: <feedback@arf.home.example>
Date: Fri, 27 Nov 2026 17:40:36 +0000
Subject: FW: Autumn news
To: <feedback@mail.school.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report;
     boundary="part1_13d.2e68ed54_boundary"

--part1_13d.2e68ed54_boundary
Content-Type: text/plain; charset="US-ASCII"
Content-Transfer-Encoding: 7bit

This is an email abuse report for an email message received from IP
192.0.2.1 on Fri, 27 Nov 2026 14:00:00 +0000.

--part1_13d.2e68ed54_boundary
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <${returnPath}>
Original-Rcpt-To: <${to}>
Arrival-Date: Fri, 27 Nov 2026 14:00:00 +0000
Source-IP: 192.0.2.1
Reported-Domain: inkwell.example

--part1_13d.2e68ed54_boundary
Content-Type: message/rfc822
Content-Disposition: inline

${ORIGINAL(returnPath, to)}

Hello
--part1_13d.2e68ed54_boundary--
`);
}

/** qmail's form, which is plain text, and needs no header. */
export function qmailReport({
  returnPath,
  to = 'parent-1@home.example',
  response = '550 5.1.1 User unknown',
}: ReportedMail): Buffer {
  return crlf(`Return-Path: <>
Delivered-To: ${returnPath}
Date: 27 Nov 2026 15:02:11 -0000
From: MAILER-DAEMON@relay.example
To: ${returnPath}
Subject: failure notice

Hi. This is the qmail-send program at relay.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<${to}>:
192.0.2.7 does not like recipient.
Remote host said: ${response}
Giving up on 192.0.2.7.

--- Below this line is a copy of the message.

${ORIGINAL(returnPath, to)}
Hello. 552 of you came to the fair, and its mailbox is full of thanks.
`);
}

/** Exchange's report after a gateway has removed all but the text, here in English. `words` replaces the text. */
export function exchangeWords({
  returnPath,
  to = 'parent-1@home.example',
  response = '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found',
  subject = 'Undeliverable: Autumn news',
  from = 'postmaster@home.example',
  words = exchangePage(to, response),
}: ReportedMail & {
  readonly subject?: string;
  readonly from?: string;
  readonly words?: string;
}): Buffer {
  return crlf(`Return-Path: <>
From: <${from}>
To: ${returnPath}
Date: Fri, 27 Nov 2026 15:02:11 +0000
Subject: ${subject}
Message-ID: <a1b2c3@home.example>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

${words}

Received: from relay.example (192.0.2.1) by EX01.home.example (192.0.2.7) with
 Microsoft SMTP Server id 15.1.2507.6; Fri, 27 Nov 2026 15:02:10 +0000
${ORIGINAL(returnPath, to)}
Hello. The fair has room 550 5.7.1 and 4 stalls.
`);
}

const exchangePage = (to: string, response: string) => `Delivery has failed to these recipients or groups:

${to}<mailto:${to}>
The message was not delivered on 4.12.26 at 15:02.

Diagnostic information for administrators:

Generating server: EX01.home.example

${to}
#${response} ##

Original message headers:`;

/** Microsoft's complaint, without RFC 5965: the mail is attached, and a header names the person who complained. */
export function microsoftComplaint({
  returnPath,
  to = 'parent-1@outlook.example',
}: Pick<ReportedMail, 'returnPath' | 'to'>): Buffer {
  return crlf(`From: <staff@hotmail.com>
Date: Fri, 27 Nov 2026 17:40:36 +0000
Subject: complaint about message from 192.0.2.1
To: <feedback@mail.school.example>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="jmrp"

--jmrp
Content-Type: message/rfc822
Content-Disposition: inline

X-HmXmrOriginalRecipient: <${to}>
${ORIGINAL(returnPath, to)}
Hello
--jmrp--
`);
}

/** A letter that somebody wrote to the return path, with the newsletter attached. */
export function letter({ returnPath, to = 'parent-1@home.example' }: ReportedMail): Buffer {
  return crlf(`Return-Path: <${to}>
From: Parent 1 <${to}>
To: ${returnPath}
Subject: Re: Autumn news
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="letter"

--letter
Content-Type: text/plain; charset=utf-8

Hi. I have a question. 550 5.1.1 User unknown
--letter
Content-Type: message/rfc822

${ORIGINAL(returnPath, to)}
X-HmXmrOriginalRecipient: <${to}>
--letter--
`);
}

/** An automatic reply from somebody who is away. */
export function autoReply({ returnPath }: Pick<ReportedMail, 'returnPath'>): Buffer {
  return crlf(`Return-Path: <>
From: Parent 1 <parent-1@home.example>
To: ${returnPath}
Subject: Automatic reply: Autumn news
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

I am away. 550 5.1.1 User unknown is what nobody should read into this.
`);
}
