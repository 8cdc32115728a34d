import { paletteOf } from '#newsletter/values/branding.ts';
import { longDate } from '#newsletter/values/dates.ts';
import { isRightToLeft } from '#newsletter/values/right-to-left.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { unsubscribeWords } from '#newsletter/words/unsubscribe-words.ts';
import { Html, html } from '#server/platform/http/html.ts';
import { plainPage } from '#server/platform/http/plain-page.ts';
import { masked } from '#server/platform/mail/masked.ts';
import type { Visitor } from './unsubscribe.ts';

/** The page behind a mail's unsubscribe link: plain HTML with one button. */

/** What led to the page: the link ('ask'), unsubscribing ('left') or undoing it ('back'). */
export type Step = 'ask' | 'left' | 'back';

/** The page for a valid link, in the school's language; `path` is the link's path. */
export function unsubscribePage(visitor: Visitor, path: string, step: Step): Html {
  const { school, subscriber } = visitor;
  if (subscriber === null) return deletedPage(visitor, path, step);
  const { words } = unsubscribeWords(languageOf(visitor));
  const given = { school: school.name, address: html`<strong>${masked(subscriber.email)}</strong>` };
  if (subscriber.status === 'unsubscribed') {
    const since = step === 'ask' ? subscriber.unsubscribedAt : null;
    const text =
      since === null
        ? fill(words.leftText, given)
        : fill(words.leftSince, { ...given, date: dayOf(visitor, since) });
    return page(
      visitor,
      words.leftTitle,
      html`<p>${text}</p>${form(`${path}/undo`, words.putBack, 'quiet')}${ways(visitor, false)}`,
    );
  }
  if (step === 'back')
    return page(visitor, words.backTitle, html`<p>${fill(words.backText, given)}</p>${ways(visitor, true)}`);
  const title = words.leaveTitle.replace('{school}', () => school.name);
  return page(
    visitor,
    title,
    html`<p>${fill(words.leaveText, given)}</p>${form(path, words.unsubscribe, 'strong')}`,
  );
}

// The address was deleted, so no button can put it back on the list.
function deletedPage(visitor: Visitor, path: string, step: Step): Html {
  const { school, barred } = visitor;
  const { words } = unsubscribeWords(school.language);
  const given = { school: school.name };
  if (step === 'back') return page(visitor, words.mayAddTitle, html`<p>${fill(words.mayAddText, given)}</p>`);
  if (!barred) return page(visitor, words.notOnList, html`<p>${fill(words.deletedText, given)}</p>`);
  return page(
    visitor,
    words.notOnList,
    html`<p>${fill(words.barredText, given)}</p>${form(`${path}/undo`, words.letAdd, 'quiet')}`,
  );
}

// Where to go on: to what a reader on the list gets, and to the school's pages.
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
<form method="post" action="${action}"><button class="${kind}">${words}</button></form>`;
}

/** Fills in a sentence's `{…}`; everything except `Html` is escaped. */
function fill(sentence: string, given: Readonly<Record<string, string | Html>>): readonly Html[] {
  return sentence.split(/(\{\w+\})/).map((part) => {
    const value = given[part.slice(1, -1)];
    return part.startsWith('{') && value !== undefined ? html`${value}` : html`${part}`;
  });
}

function dayOf(visitor: Visitor, moment: Date): string {
  return longDate(dayIn(visitor.school.timeZone, moment), unsubscribeWords(languageOf(visitor)).lang);
}

// The reader's own, or the school's.
function languageOf({ school, subscriber }: Visitor): string {
  return subscriber?.language ?? school.language;
}

/** The page for the link in a test mail. */
export function testPage(): Html {
  return page(
    null,
    'This is where readers leave the list',
    html`<p>You followed the link in a test mail. In the mails to your subscribers it leads to a page with one button. Nothing has changed.</p>`,
  );
}

/** The page for an invalid link. */
export function invalidLinkPage(): Html {
  return page(
    null,
    'This link does not work',
    html`<p>Perhaps a part of it got lost on the way. Please use the link at the end of the newsletter, or answer the mail and ask the school to take you from its list.</p>`,
  );
}

function page(visitor: Visitor | null, title: string, content: Html): Html {
  const school = visitor?.school;
  const { lang } = unsubscribeWords(visitor === null ? 'en' : languageOf(visitor));
  const sign =
    school === undefined
      ? html``
      : school.logo === null
        ? html`<p class="sign">${school.name}</p>`
        : html`<img class="logo" src="${school.logo}" alt="${school.name}" width="320" height="90">`;
  return plainPage({
    lang,
    isRightToLeft: isRightToLeft(lang),
    title,
    styles: styles(school),
    body: html`<main>${sign}<h1>${title}</h1>${content}</main>`,
  });
}

function styles(school: Visitor['school'] | undefined): Html {
  const { bar, button } = paletteOf({
    primary_color: school?.primaryColor ?? null,
    secondary_color: school?.secondaryColor ?? null,
  });
  return new Html(`
@media (prefers-color-scheme: dark) { .logo { background: #ffffff; border-radius: 6px; padding: 6px; } }
main { max-width: 560px; margin: 8vh auto; padding: 40px; background: var(--card); border-top: 8px solid ${bar}; border-radius: 12px; box-shadow: 0 0 0 1px rgb(22 36 61 / 6%), 0 16px 40px -12px rgb(22 36 61 / 18%); }
.logo { display: block; width: min(100%, 320px); height: auto; margin-bottom: 28px; }
.sign { margin: 0 0 20px; color: var(--quiet); font-weight: 600; }
h1 { margin: 0 0 12px; font: 600 30px/1.2 'Literata Variable', Georgia, serif; text-wrap: balance; }
p { margin: 0; }
strong { font-weight: 600; }
form { margin-top: 28px; }
.ways { display: flex; flex-wrap: wrap; gap: 4px 24px; margin-top: 24px; }
.ways a { display: inline-block; padding: 10px 0; color: var(--ink); font-weight: 600; text-underline-offset: 4px; }
button { min-height: 48px; padding: 10px 24px; border: 1px solid transparent; border-radius: 10px; background: ${button.background}; color: ${button.text}; font: inherit; font-weight: 600; cursor: pointer; }
button.quiet { border-color: var(--line); background: none; color: var(--ink); }
:is(a, button):focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
@media (max-width: 620px) { body { background: var(--card); } main { margin: 0; padding: 28px 20px; border-radius: 0; box-shadow: none; } button { width: 100%; } }
`);
}
