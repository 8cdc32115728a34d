import { DEFAULT_DESIGN, DESIGNS } from '#newsletter/designs/index.ts';
import { QUIET_COLOUR } from '#newsletter/values/branding.ts';
import { INK } from '#newsletter/values/colour.ts';
import { webAddress } from '#newsletter/values/url.ts';
import { FONTS } from './fonts.ts';
import { envelope } from './frame.ts';
import { mjml } from './mjml.ts';

/** The MJML of one of the product's own mails, such as a password link: paragraphs and at most one button. */
export function compileMail(mail: {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly text: string; readonly url: string };
  readonly productName?: string;
}): string {
  const heading = FONTS.mail.serif;
  const product = mail.productName ?? 'Inkwell';
  const url = webAddress(mail.button?.url ?? '');
  const action =
    url !== null &&
    mjml`<mj-button href="${url}" target="_self" align="left" padding="8px 32px 16px" background-color="${INK}" color="#ffffff" border-radius="10px" font-size="16px" font-weight="600" line-height="24px" inner-padding="12px 24px">${mail.button?.text}</mj-button><mj-text padding="0 32px 8px" font-size="13px" line-height="20px" color="${QUIET_COLOUR}"><p style="margin:0">If the button does not work, copy this address into your browser:</p><p style="margin:0;word-break:break-all">${url}</p></mj-text>`;
  const body = mjml`<mj-section padding="32px 0 16px"><mj-column width="100%"><mj-text padding="0 32px" color="${INK}"><p style="margin:0;font-family:${heading};font-size:24px;line-height:32px;font-weight:700;color:${INK}">${product}</p></mj-text></mj-column></mj-section><mj-section padding="0" background-color="#ffffff" border-radius="16px"><mj-column width="100%"><mj-divider padding="0" border-width="8px" border-color="#34c3ee" /><mj-text padding="28px 32px 8px" color="${INK}"><h1 style="margin:0;font-family:${heading};font-size:22px;line-height:30px;font-weight:600;color:${INK}">${mail.subject}</h1></mj-text>${mail.paragraphs.map((words) => mjml`<mj-text padding="6px 32px 10px" font-size="16px" line-height="25px" color="${INK}"><p style="margin:0">${words}</p></mj-text>`)}${action}<mj-spacer height="20px" /></mj-column></mj-section><mj-section padding="16px"><mj-column width="100%"><mj-spacer height="8px" /></mj-column></mj-section>`;
  return envelope({
    title: mail.subject,
    design: DESIGNS[DEFAULT_DESIGN],
    language: 'en',
    target: 'mail',
    width: 560,
    background: '#fbfaf6',
    body,
  });
}
