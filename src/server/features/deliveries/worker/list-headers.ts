import type { Config } from '#server/config.ts';
import { TEST_TOKEN } from '#server/data/unsubscribe-tokens.ts';
import { encodedPhrase } from '#server/platform/mail/encoded.ts';
import { unsubscribeSubject } from '#server/platform/mail/unsubscribe-subject.ts';

/** The headers that identify a list to mail programs and providers. */

/** The sender in Gmail's reports: 5 to 15 characters that never change. */
const SENDER_ID = 'inkwell';

/**
 * A reader's `List-Unsubscribe` (RFC 2369): by https, and by mail where somebody reads the answers. One-click programs take the first (RFC
 * 8058).
 */
export function unsubscribeHeader({
  publicUrl,
  bounceAddress,
  bounceImapUrl,
}: Pick<Config, 'publicUrl' | 'bounceAddress' | 'bounceImapUrl'>): (token: string) => string {
  const isRead = bounceAddress !== undefined && bounceImapUrl !== undefined;
  return (token) => {
    const link = `<${publicUrl}/unsubscribe/${token}>`;
    if (!isRead || token === TEST_TOKEN) return link;
    return `${link}, <mailto:${bounceAddress}?subject=${encodeURIComponent(unsubscribeSubject(token))}>`;
  };
}

/** `List-Id` with the school's name (RFC 2919), and `Feedback-ID`: the sending, the school, the kind of mail, the sender. */
export function listHeaders(
  { mailFrom }: Pick<Config, 'mailFrom'>,
  list: { readonly schoolId: string; readonly fromName: string; readonly sendingId: string },
): Readonly<Record<string, string>> {
  const host = mailFrom.address.split('@')[1] ?? 'localhost';
  return {
    'List-Id': `${encodedPhrase(list.fromName)} <${list.schoolId}.${host}>`.trim(),
    'Feedback-ID': `${list.sendingId}:${list.schoolId}:newsletter:${SENDER_ID}`,
  };
}
