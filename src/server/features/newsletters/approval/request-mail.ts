import { INK } from '#newsletter/values/colour.ts';
import { type Html, html } from '#server/platform/http/html.ts';

/** The mail to the approver: the newsletter's own mail, with the request above it and the button at both ends. */

export interface RequestWords {
  /** The name of the person who asks. */
  readonly from: string;
  readonly title: string;
  /** May be empty. */
  readonly message: string;
  /** When the answer is needed; null if the request does not say. */
  readonly needed: string | null;
  /** The changes since the answer before, 'Changed since you approved it'; null if there was none, or nothing has changed. */
  readonly since: { readonly words: string; readonly changes: readonly string[] } | null;
  /** The approver's personal link. */
  readonly url: string;
}

const NOTE = 'No password needed. The link is yours alone and works until you have answered.';
const BUTTON = 'Read and decide';

/** Adds the request to both parts of a mail. */
export function withRequest(
  { html: mail, text }: { readonly html: string; readonly text: string },
  words: RequestWords,
): { readonly html: string; readonly text: string } {
  const sentence = sentenceOf(words);
  const message = words.message === '' ? '' : `\n\n${words.message}`;
  const by = words.needed;
  const needed = by === null ? '' : `\n\nNeeded by ${by}.`;
  const wanted =
    by === null ? html`` : html`<p style="margin:0 0 16px">Needed by <strong>${by}</strong>.</p>`;
  const { since } = words;
  const items = (since?.changes ?? []).map((change) => html`<li>${change}</li>`);
  const changed =
    since === null
      ? html``
      : html`<p style="margin:0 0 4px">${since.words}:</p><ul style="margin:0 0 16px;padding-left:20px">${items}</ul>`;
  const changedText =
    since === null ? '' : `\n\n${since.words}:\n${since.changes.map((each) => `- ${each}`).join('\n')}`;
  const lines = words.message.split('\n').map((line, at) => (at === 0 ? html`${line}` : html`<br>${line}`));
  const quoted = words.message === '' ? html`` : html`<p style="margin:0 0 16px">${lines}</p>`;
  const above = box(
    html`<p style="margin:0 0 16px">${sentence}</p>${quoted}${changed}${wanted}${button(words.url)}${note()}`,
  );
  const start = mail.indexOf('>', mail.indexOf('<body')) + 1;
  const end = mail.lastIndexOf('</body>');
  return {
    html: `${mail.slice(0, start)}${above}${mail.slice(start, end)}${box(button(words.url))}${mail.slice(end)}`,
    text: `${sentence}${message}${changedText}${needed}\n\n${BUTTON}: ${words.url}\n${NOTE}\n\n---\n\n${text}`,
  };
}

function sentenceOf({ from, title }: RequestWords): string {
  return `${from} asks you to approve ‘${title}’.`;
}

function box(content: Html): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;background:#ffffff"><tr><td align="center" style="padding:24px 20px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:552px;border-collapse:collapse"><tr><td style="font-family:'Segoe UI',Arial,sans-serif;font-size:16px;line-height:25px;color:${INK};text-align:left">${content}</td></tr></table></td></tr></table>`;
}

function button(url: string): Html {
  return html`<a href="${url}" style="display:block;padding:14px 24px;border-radius:10px;background:${INK};color:#ffffff;font-weight:600;text-align:center;text-decoration:none">${BUTTON}</a>`;
}

function note(): Html {
  return html`<p style="margin:12px 0 0;font-size:13px;line-height:20px;color:#55605f">${NOTE}</p>`;
}
