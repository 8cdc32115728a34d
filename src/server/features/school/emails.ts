import { withoutAddresses } from '#contract/fields.ts';
import { screenPath } from '#contract/paths.ts';
import { LINK_LIFETIME } from '#contract/people.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { Config } from '#server/config.ts';
import type { ProductEmail } from '#server/platform/mail/product-email.ts';

/** Asks the reader of a school's e-mail address to confirm that it is that school's. */
export function confirmSchoolAddressEmail(
  { publicUrl, product }: Config,
  details: { readonly school: string; readonly token: string },
): ProductEmail {
  const school = withoutAddresses(details.school);
  const query = new URLSearchParams({ token: details.token });
  return {
    subject: `Is this the email address of ${school}?`,
    paragraphs: [
      `${school} makes its newsletters with ${product.name}, and has entered this as its email address. If that is right, please confirm it: what families answer to a newsletter then arrives here.`,
      `The link works once, within ${LINK_LIFETIME.confirm_school_email / DAY_MS} days. If you do not know the school, simply ignore this email: nothing will come here then.`,
    ],
    button: { text: 'Confirm this address', url: `${publicUrl}${screenPath('confirmSchoolEmail')}?${query}` },
  };
}
