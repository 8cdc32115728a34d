import { personaliser, UNSUBSCRIBE_PLACEHOLDER, withPreviewText } from '#newsletter/render/mailing.ts';
import type { AppContext } from '#server/context.ts';
import type { Delivery } from '#server/data/deliveries.ts';
import { messageIdMaker, TEST_TOKEN, tokenMaker } from '#server/data/unsubscribe-tokens.ts';
import { partWriter } from '#server/platform/mail/encoded.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { Claimed } from './recipients.ts';

/** What a newsletter's mails are made from. Both parts contain the placeholder of the reader's unsubscribe token. */
export interface MailSource {
  readonly title: string;
  readonly html: string;
  readonly text: string;
  /** The first words, which inboxes show. */
  readonly description: string;
  readonly published: boolean;
  /** The id of the edition that the mail is of, which is kept for good; null for a draft. Call it in the sending's transaction. */
  recordEdition(): Promise<string | null>;
}

/** Loads a newsletter's mail source; null if there is no such newsletter. The newsletters feature supplies it. */
export type LoadMailSource = (
  context: AppContext,
  schoolId: string,
  id: string,
) => Promise<MailSource | null>;

/** A mail's headers, without its recipient. */
export interface MailHeaders {
  readonly subject: string;
  readonly previewText: string;
  readonly fromName: string;
  readonly replyTo: string;
}

/** Returns a function that makes each recipient's mail. */
export async function mailMaker(
  context: AppContext,
  delivery: Delivery,
): Promise<(to: Pick<Claimed, 'subscriberId' | 'email' | 'name'>) => Mail> {
  const { schoolId, newsletterId, mailHtml, mailText } = delivery;
  const tokenOf = await tokenMaker(context);
  const messageIdOf = await messageIdMaker(context, newsletterId);
  const write = mailWriter(context, delivery, { html: mailHtml ?? '', text: mailText ?? '' }, schoolId);
  return ({ subscriberId, email, name }) => {
    const reader = { schoolId, subscriberId };
    return write({ name, address: email }, tokenOf(reader), messageIdOf(reader));
  };
}

/** The mail as subscribers will get it, marked as a test, to a member of staff. */
export function testMail(
  context: AppContext,
  headers: MailHeaders,
  { html, text }: Pick<MailSource, 'html' | 'text'>,
  to: Mail['to'] & { readonly schoolId: string },
): Mail {
  const write = mailWriter(
    context,
    { ...headers, subject: `[Test] ${headers.subject}` },
    { html: withPreviewText(html, headers.previewText), text },
    to.schoolId,
  );
  return write({ name: to.name, address: to.address }, TEST_TOKEN);
}

function mailWriter(
  { config }: AppContext,
  { subject, fromName, replyTo }: MailHeaders,
  parts: { readonly html: string; readonly text: string },
  schoolId: string,
) {
  const htmlOf = personaliser(parts.html);
  const textOf = personaliser(parts.text);
  const htmlPart = partWriter('text/html', parts.html, UNSUBSCRIBE_PLACEHOLDER);
  const textPart = partWriter('text/plain', parts.text, UNSUBSCRIBE_PLACEHOLDER);
  const list = `<${schoolId}.${config.mailFrom.address.split('@')[1] ?? 'localhost'}>`;
  return (to: Mail['to'], token: string, messageId?: string): Mail => ({
    to,
    subject,
    fromName,
    replyTo: { name: fromName, address: replyTo },
    html: htmlOf(token),
    text: textOf(token),
    encoded: { html: htmlPart(token), text: textPart(token) },
    ...(messageId !== undefined && { messageId }),
    headers: {
      // One-click unsubscribing in mail programs: RFC 2369 and RFC 8058.
      'List-Unsubscribe': `<${config.publicUrl}/unsubscribe/${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': list,
      // Suppress out-of-office replies.
      Precedence: 'bulk',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
    },
  });
}
