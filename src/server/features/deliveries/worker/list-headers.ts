import type { Config } from '#server/config.ts';
import { TEST_TOKEN } from '#server/data/unsubscribe-tokens.ts';
import { encodedPhrase } from '#server/platform/mail/encoded.ts';
import { unsubscribeSubject } from '#server/platform/mail/unsubscribe-subject.ts';

/** The headers by which mail programs and providers know a list. */

/** What reports of Gmail are gathered by: 5 to 15 characters that stay the same. */
const SENDER_ID = 'inkwell';

/**
 * `List-Unsubscribe` of a reader (RFC 2369): by https, and by mail where somebody reads the answers. One-click programs take the
 * first (RFC 8058).
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
