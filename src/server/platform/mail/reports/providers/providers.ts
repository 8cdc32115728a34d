import { readBrevo } from './brevo.ts';
import { readMailgun } from './mailgun.ts';
import { readPostmark } from './postmark.ts';
import { type ReadProviderCall, TOKEN_NAME } from './provider.ts';
import type { MailProvider } from './provider-names.ts';
import { readSendGrid } from './sendgrid.ts';
import { sesReader } from './ses.ts';

/** The mail providers whose reports are understood: readers of their calls, and the header by which they return a mail's token. */

export const PROVIDER_READERS: Readonly<Record<MailProvider, ReadProviderCall>> = {
  ses: sesReader(),
  postmark: readPostmark,
  mailgun: readMailgun,
  brevo: readBrevo,
  sendgrid: readSendGrid,
};

/** The header that makes the provider include the token in its reports about a mail. */
export function tokenHeader(provider: MailProvider, token: string): Readonly<Record<string, string>> {
  if (provider === 'ses') return { 'X-SES-MESSAGE-TAGS': `${TOKEN_NAME}=${token}` };
  if (provider === 'postmark') return { [`X-PM-Metadata-${TOKEN_NAME}`]: token };
  if (provider === 'mailgun') return { 'X-Mailgun-Variables': JSON.stringify({ [TOKEN_NAME]: token }) };
  if (provider === 'brevo') return { 'X-Mailin-custom': `${TOKEN_NAME}:${token}` };
  return { 'X-SMTPAPI': JSON.stringify({ unique_args: { [TOKEN_NAME]: token } }) };
}
