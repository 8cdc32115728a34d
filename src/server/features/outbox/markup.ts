import { Html, html } from '#server/platform/http/html.ts';
import { framed, UNLISTED } from '#server/platform/http/page/frame.ts';
import type { OutboxMail } from '#server/platform/mail/outbox.ts';

const STYLE = new Html(`
  :root { color-scheme: light; --ink: #1d2433; --quiet: #566072; --line: #dfe3ea; --link: #1d4f91; }
  * { box-sizing: border-box; }
  body { margin: 0; background: #f5f6f8; color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
  h1 { font-size: 1.5rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
  h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
  p { margin: .25rem 0 1rem; color: var(--quiet); }
  a { color: var(--link); }
  a:focus-visible, summary:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
  ul { list-style: none; margin: 1rem 0; padding: 0; }
  .mails li { background: #fff; border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; margin-bottom: .5rem; overflow-wrap: anywhere; }
  .mails a { font-weight: 600; }
  .mails span { display: block; color: var(--quiet); font-size: .875rem; }
  .links li { margin-bottom: .25rem; overflow-wrap: anywhere; }
  iframe { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: 8px; background: #fff; }
  pre { background: #fff; border: 1px solid var(--line); border-radius: 8px; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
`);

function page(title: string, main: Html): Html {
  return framed({ lang: 'en-GB', title, head: UNLISTED, styles: STYLE, body: html`<main>${main}</main>` });
}

/** The list of mails in the given order; `path` is the list's path. */
export function listPage(productName: string, path: string, mails: readonly OutboxMail[]): Html {
  const items = mails.map(
    (mail) =>
      html`<li><a href="${path}/${mail.name}">${mail.subject || 'No subject'}</a><span>To ${mail.to.address}, ${shownTime(mail.at)}</span></li>`,
  );
  const list = items.length > 0 ? html`<ul class="mails">${items}</ul>` : html`<p>There is no mail yet.</p>`;
  return page(
    `Outbox – ${productName}`,
    html`<h1>Outbox</h1><p>No mail server is set, so mails wait here instead of being sent. The newest is on top.</p>${list}`,
  );
}

/** One mail: its links, HTML, text part and headers; `path` is the list's path. */
export function mailPage(productName: string, path: string, mail: OutboxMail, headers: string): Html {
  const links = linksOf(mail.text).map((link) => html`<li><a href="${link}">${link}</a></li>`);
  return page(
    `${mail.subject} – ${productName}`,
    html`<nav aria-label="Outbox"><a href="${path}">Back to the outbox</a></nav>
<h1>${mail.subject}</h1>
<p>To ${`${mail.to.name} ${mail.to.address}`.trim()}, ${shownTime(mail.at)}. <a href="${path}/${mail.name}.eml">Source</a></p>
${links.length > 0 ? html`<h2>Links in this mail</h2><ul class="links">${links}</ul>` : html``}
<h2>As a mail program shows it</h2>
<iframe title="The mail" sandbox srcdoc="${mail.html}"></iframe>
<h2>Text part</h2>
<pre>${mail.text}</pre>
<h2>Headers</h2>
<pre>${headers}</pre>`,
  );
}

// The text part has the same links as the HTML part, written out.
function linksOf(text: string): readonly string[] {
  return [...new Set(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])];
}

function shownTime(at: string): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
