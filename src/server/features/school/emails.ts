import { screenPath } from '#contract/paths.ts';
import { LINK_LIFETIME } from '#contract/people.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { ProductEmail } from '#server/platform/mail/define-mail.ts';
import { type ProductWords, say } from '#server/platform/mail/words.ts';

/** Asks the reader of a school's e-mail address to confirm that it is that school's. */
export function confirmSchoolAddressEmail(
  { publicUrl, product }: ProductWords,
  { school, token }: { readonly school: string; readonly token: string },
): ProductEmail {
  const query = new URLSearchParams({ token });
  return {
    subject: say`Is this the email address of ${school}?`,
    paragraphs: [
      say`${school} makes its newsletters with ${product.name}, and has entered this as its email address. If that is right, please confirm it: what families answer to a newsletter then arrives here.`,
      say`The link works once, within ${LINK_LIFETIME.confirm_school_email / DAY_MS} days. If you do not know the school, simply ignore this email: nothing will come here then.`,
    ],
    button: { text: 'Confirm this address', url: `${publicUrl}${screenPath('confirmSchoolEmail')}?${query}` },
  };
}
