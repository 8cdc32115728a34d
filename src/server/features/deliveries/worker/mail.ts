import { personaliser, UNSUBSCRIBE_PLACEHOLDER, withPreviewText } from '#newsletter/render/mailing.ts';
import type { AppContext } from '#server/context.ts';
import type { Delivery } from '#server/data/deliveries.ts';
import { messageIdMaker, TEST_TOKEN, tokenMaker } from '#server/data/unsubscribe-tokens.ts';
import { partWriter } from '#server/platform/mail/encoded.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { Claimed } from './recipients.ts';

/** A newsletter as its mails are made from; the parts hold the placeholder of the reader's token. */
export interface MailSource {
  readonly title: string;
  readonly html: string;
  readonly text: string;
  /** The first words, for inboxes. */
  readonly description: string;
  readonly published: boolean;
}

/** Gives what a newsletter's mails are made from, null where there is no such newsletter: the newsletters' business. */
export type LoadMailSource = (
  context: AppContext,
  schoolId: string,
  id: string,
) => Promise<MailSource | null>;

/** Everything about a mail but for whom it is. */
export interface Words {
  readonly subject: string;
  readonly previewText: string;
  readonly fromName: string;
  readonly replyTo: string;
}

/** Makes the mail of one recipient after the other. */
export async function mailMaker(
  context: AppContext,
  delivery: Delivery,
): Promise<(to: Pick<Claimed, 'subscriberId' | 'email' | 'name'>) => Mail> {
  const { schoolId, newsletterId, mailHtml, mailText } = delivery;
  const tokenOf = await tokenMaker(context);
  const messageIdOf = await messageIdMaker(context, newsletterId);
  const write = writer(context, delivery, { html: mailHtml ?? '', text: mailText ?? '' }, schoolId);
  return ({ subscriberId, email, name }) => {
    const reader = { schoolId, subscriberId };
    return write({ name, address: email }, tokenOf(reader), messageIdOf(reader));
  };
}

/** The mail as it will be, to somebody of the school, marked as a test. */
export function testMail(
  context: AppContext,
  words: Words,
  { html, text }: Pick<MailSource, 'html' | 'text'>,
  to: Mail['to'] & { readonly schoolId: string },
): Mail {
  const write = writer(
    context,
    { ...words, subject: `[Test] ${words.subject}` },
    { html: withPreviewText(html, words.previewText), text },
    to.schoolId,
  );
  return write({ name: to.name, address: to.address }, TEST_TOKEN);
}

function writer(
  { config }: AppContext,
  { subject, fromName, replyTo }: Words,
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
      // Mail programs show their own way to leave, which works by one click. RFC 2369 and 8058.
      'List-Unsubscribe': `<${config.publicUrl}/unsubscribe/${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': list,
      // No out-of-office answers.
      Precedence: 'bulk',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
    },
  });
}
