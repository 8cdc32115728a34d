import { longDate } from '#newsletter/values/dates.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { unsubscribeWords } from '#newsletter/words/unsubscribe-words.ts';
import { fill } from '#newsletter/words/words-in.ts';
import { filled, Html, html } from '#server/platform/http/html.ts';
import { wordsPage } from '#server/platform/http/page/dead-end.ts';
import { plainPage } from '#server/platform/http/page/plain-page.ts';
import { schoolSign } from '#server/platform/http/page/school-sign.ts';
import { schoolStyles } from '#server/platform/http/page/school-styles.ts';
import { masked } from '#server/platform/mail/masked.ts';
import type { Visitor } from './unsubscribe.ts';

/** The page behind a mail's unsubscribe link: plain HTML with one button. */

/** The step that led to the page: the link ('ask'), unsubscribing ('left') or undoing it ('back'). */
export type UnsubscribeStep = 'ask' | 'left' | 'back';

/** The page for a valid link, in the school's language; `path` is the link's path. */
export function unsubscribePage(visitor: Visitor, path: string, step: UnsubscribeStep): Html {
  const { school, subscriber } = visitor;
  if (subscriber === null) return deletedPage(visitor, path, step);
  const { words } = unsubscribeWords(languageOf(visitor));
  const given = {
    school: school.name,
    address: html`<strong dir="ltr">${masked(subscriber.email)}</strong>`,
  };
  if (subscriber.status === 'unsubscribed') {
    const since = step === 'ask' ? subscriber.unsubscribedAt : null;
    const text =
      since === null
        ? filled(words.leftText, given)
        : filled(words.leftSince, { ...given, date: dayOf(visitor, since) });
    return page(
      visitor,
      words.leftTitle,
      html`<p>${text}</p>${form(`${path}/undo`, words.putBack, 'quiet')}${ways(visitor, false)}`,
    );
  }
  if (step === 'back')
    return page(
      visitor,
      words.backTitle,
      html`<p>${filled(words.backText, given)}</p>${ways(visitor, true)}`,
    );
  const title = fill(words.leaveTitle, { school: school.name });
  return page(
    visitor,
    title,
    html`<p>${filled(words.leaveText, given)}</p>${form(path, words.unsubscribe, 'strong')}`,
  );
}

// The address was deleted, so no button can put it back on the list.
function deletedPage(visitor: Visitor, path: string, step: UnsubscribeStep): Html {
  const { school, barred } = visitor;
  const { words } = unsubscribeWords(school.language);
  const given = { school: school.name };
  if (step === 'back')
    return page(visitor, words.mayAddTitle, html`<p>${filled(words.mayAddText, given)}</p>`);
  if (!barred) return page(visitor, words.notOnList, html`<p>${filled(words.deletedText, given)}</p>`);
  return page(
    visitor,
    words.notOnList,
    html`<p>${filled(words.barredText, given)}</p>${form(`${path}/undo`, words.letAdd, 'quiet')}`,
  );
}

// Links to continue with: to what a reader on the list gets, and to the school's pages.
function ways(visitor: Visitor, isOnList: boolean): Html | string {
  const { school, ways } = visitor;
  const { words } = newsletterWords(languageOf(visitor));
  const links = [
    ...(isOnList ? [html`<a href="${ways.preferences}">${words.whatYouGet}</a>`] : []),
    ...(ways.school === null ? [] : [html`<a href="${ways.school}" dir="auto">${school.name}</a>`]),
  ];
  return links.length === 0 ? '' : html`<p class="ways">${links}</p>`;
}

function form(action: string, words: string, kind: 'quiet' | 'strong'): Html {
  return html`
<form method="post" action="${action}"><button class="${kind === 'quiet' ? 'button other' : 'button'}">${words}</button></form>`;
}

function dayOf(visitor: Visitor, moment: Date): string {
  return longDate(dayIn(visitor.school.timeZone, moment), unsubscribeWords(languageOf(visitor)).lang);
}

// The reader's own language, or else the school's.
function languageOf({ school, subscriber }: Visitor): string {
  return subscriber?.language ?? school.language;
}

/** The page for the link in a test mail, which staff read. */
export function testPage(): Html {
  return wordsPage({
    title: 'This is where readers leave the list',
    text: 'You followed the link in a test mail. In the mails to your subscribers it leads to a page with one button. Nothing has changed.',
  });
}

function page(visitor: Visitor, title: string, content: Html): Html {
  const { school } = visitor;
  return plainPage({
    lang: unsubscribeWords(languageOf(visitor)).lang,
    title,
    styles: html`${schoolStyles(school)}${STYLES}`,
    body: html`<header class="head">${schoolSign(school, null)}</header><main><h1>${title}</h1>${content}</main>`,
  });
}

const STYLES = new Html(`
strong { font-weight: 600; }
.ways { display: flex; flex-wrap: wrap; gap: 4px 24px; }
.ways a { display: inline-block; padding: 10px 0; }
`);
