import { familyEmail } from '#contract/families/sign-up.ts';
import { isYearGroup } from '#contract/groups/group-names.ts';
import { suggestedAddress } from '#contract/mail/suggested-address.ts';
import { SCREENS, schoolPagePath } from '#contract/paths.ts';
import { commaOf } from '#newsletter/values/comma.ts';
import { ownLanguageName } from '#newsletter/values/language-names.ts';
import { isSameLanguage } from '#newsletter/values/passage-languages.ts';
import { diaryWords } from '#newsletter/words/diary-words.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import type { SubscribingWords } from '#newsletter/words/subscribing/en.ts';
import { subscribingWords } from '#newsletter/words/subscribing/subscribing-words.ts';
import { fill } from '#newsletter/words/words-in.ts';
import type { Group } from '#server/data/groups/groups.ts';
import type { FamilyPage } from '#server/features/families/frame/family-page.ts';
import { choices, type FieldError, textField } from '#server/features/families/frame/form-parts.ts';
import type { OpenSite } from '#server/features/families/frame/site.ts';
import type { Offer } from '#server/features/families/offer.ts';
import { filled, Html, html } from '#server/platform/http/html.ts';
import { FIELDS, type Typed } from './form.ts';

/** The pages of signing up, in one of the languages that a school offers. */

/** A language's own name, as the label of a choice: 'Polski'. */
export function languageLabel(language: string): string {
  const name = ownLanguageName(language);
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Fields to choose groups: years, then the others. Empty without groups. Their names are in the school's language. */
export function groupFields(
  groups: readonly Group[],
  chosen: readonly string[],
  {
    words,
    lang,
    schoolLanguage,
  }: { readonly words: SubscribingWords; readonly lang: string; readonly schoolLanguage: string },
): readonly Html[] {
  const fieldOf = (legend: string, id: string, some: readonly Group[]) =>
    some.length === 0
      ? []
      : [
          choices({
            name: 'groups',
            id,
            legend,
            type: 'checkbox',
            options: some.map((group) => ({
              value: group.id,
              label: group.name,
              isChosen: chosen.includes(group.id),
              ...(isSameLanguage(lang, schoolLanguage) ? {} : { lang: schoolLanguage }),
            })),
          }),
        ];
  const years = groups.filter(({ name }) => isYearGroup(name));
  const others = groups.filter((group) => !years.includes(group));
  return [...fieldOf(words.years, 'years', years), ...fieldOf(words.groups, 'groups', others)];
}

/** The names of groups in a sentence, in the school's language. */
export function groupNames(
  groups: readonly { readonly name: string }[],
  { lang, schoolLanguage }: { readonly lang: string; readonly schoolLanguage: string },
): Html {
  const names = groups.map(({ name }) => name).join(commaOf(schoolLanguage));
  return isSameLanguage(lang, schoolLanguage)
    ? html`${names}`
    : html`<span lang="${schoolLanguage}" dir="auto">${names}</span>`;
}

/** The problem of a form: its address, its provider's name, its age, or a hidden field that is filled in. */
export type SignUpProblem = 'email' | 'meant' | 'press' | 'trap';

const PROBLEM_WORDS = {
  email: 'emailWrong',
  press: 'pressAgain',
  trap: 'trapFilled',
} as const satisfies Record<Exclude<SignUpProblem, 'meant'>, keyof SubscribingWords>;

export function signUpPage(
  { pages, school }: OpenSite,
  offer: Offer,
  {
    typed,
    begun,
    problem,
    language,
  }: {
    readonly typed: Typed;
    readonly begun: string;
    readonly problem: SignUpProblem | null;
    readonly language: string;
  },
): FamilyPage {
  const { words, lang } = subscribingWords(language);
  const path = schoolPagePath(pages.address, 'signUp');
  const message = problem === null ? undefined : problemWords(words, problem, typed.email);
  const isOfEmail = problem === 'email' || problem === 'meant';
  const errors: readonly FieldError[] =
    message === undefined ? [] : [{ id: isOfEmail ? 'email' : 'press', message: message }];
  const isSchools = lang === subscribingWords(school.language).lang;
  const address = isSchools ? path : `${path}?language=${lang}`;
  return {
    title: words.signUpTitle,
    description: fill(newsletterWords(lang).words.newsFrom, { school: school.name }),
    errors,
    body: html`${languageLinks(path, offer, lang)}<form method="post" action="${address}" class="stack" novalidate>
<input type="hidden" name="${FIELDS.begun}" value="${begun}">
${textField({ id: 'email', label: words.email, type: 'email', value: typed.email, autocomplete: 'email', error: isOfEmail ? message : undefined })}
${groupFields(offer.groups, typed.groupIds, { words, lang, schoolLanguage: school.language })}
${languageField(offer, typed.language || lang, words)}${offer.approval ? html`<p>${words.waitingText}</p>` : ''}
<div class="trap" aria-hidden="true"><label for="${FIELDS.trap}">${words.leaveEmpty}</label><input id="${FIELDS.trap}" name="${FIELDS.trap}" type="text" tabindex="-1" autocomplete="off"></div>
<div${problem === 'meant' ? html` class="on"` : ''}><button class="button" id="press" type="submit">${words.signUp}</button>${problem === 'meant' ? takeMeant(words, typed.email) : ''}</div>
</form>
<p class="quiet small">${words.weKeep}</p>
<p class="all small"><a href="${SCREENS.privacy}">${words.privacy}</a></p>`,
    styles: FORM_STYLES,
  };
}

function problemWords(words: SubscribingWords, problem: SignUpProblem, typed: string): string {
  if (problem === 'meant') return suggestionWords(words, typed, words.signUp);
  return fill(words[PROBLEM_WORDS[problem]], { button: words.signUp });
}

/** The question about a probably misspelt address. `button`: the label of the one that accepts it unchanged. */
export function suggestionWords(words: SubscribingWords, typed: string, button: string): string {
  const meant = suggestedAddress(typed.trim()) ?? '';
  return fill(words.emailMeant, { address: meant, button });
}

/** The button that accepts the address probably meant. It comes after the other button, which Enter presses. */
export function takeMeant(words: SubscribingWords, typed: string): Html {
  const meant = suggestedAddress(typed.trim()) ?? '';
  return html`<input type="hidden" name="${FIELDS.asked}" value="${familyEmail.safeParse(typed).data ?? ''}"><button class="button other" name="${FIELDS.meant}" value="${meant}" type="submit"><span>${filled(words.takeAddress, { address: html`<bdi dir="ltr">${meant}</bdi>` })}</span></button>`;
}

/** Styles of forms: space between their parts, and the hidden field out of sight. */
export const FORM_STYLES = new Html(`
.stack > * + * { margin-top: 24px; }
.stack .button { width: 100%; }
.trap { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
.languages { display: flex; flex-wrap: wrap; gap: 4px 20px; padding: 0; list-style: none; }
.languages a { display: inline-block; padding: 10px 0; }
.on { display: flex; flex-wrap: wrap; gap: 12px; }
.on > * { flex: 1 1 240px; overflow-wrap: anywhere; }
.ways { display: flex; flex-wrap: wrap; gap: 4px 24px; }
.ways a { display: inline-block; padding: 10px 0; }
@media (min-width: 768px) { .stack .button { width: auto; } }
`);

// Links to the form in other languages. They are above it, as following one loses the input.
function languageLinks(path: string, { languages }: Offer, shown: string): Html | string {
  const others = languages.filter((language) => language !== shown);
  if (others.length === 0) return '';
  const links = others.map(
    (language) =>
      html`<li><a href="${path}?language=${language}" lang="${language}" hreflang="${language}">${languageLabel(language)}</a></li>`,
  );
  return html`<ul class="languages">${links}</ul>`;
}

function languageField({ languages }: Offer, chosen: string, words: SubscribingWords): Html | string {
  if (languages.length < 2) return '';
  return choices({
    name: 'language',
    legend: words.language,
    type: 'radio',
    options: languages.map((language) => ({
      value: language,
      label: languageLabel(language),
      lang: language,
      isChosen: language === chosen,
    })),
  });
}

// A button that looks like a link: a link would put the address into logs.
const AS_LINK = new Html(
  '.as-link { padding: 0; border: 0; background: none; color: inherit; font: inherit; text-decoration: underline; cursor: pointer; }',
);

/**
 * The page that asks people to check their mail, the same for every address. `path`: of the form to try again, which receives the input
 * `typed`.
 */
export function inboxPage(
  language: string,
  email: string,
  { path, typed }: { readonly path: string; readonly typed: readonly (readonly [string, string])[] },
): FamilyPage {
  const { words } = subscribingWords(language);
  const kept = [[FIELDS.again, '1'] as const, ...typed].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const again = html`<button class="as-link" form="again" type="submit">${words.tryAgain}</button>`;
  return {
    title: words.inboxTitle,
    body: html`<p>${filled(words.inboxText, { address: html`<strong dir="ltr">${email}</strong>` })}</p><p>${filled(words.nothingThere, { again })}</p><form id="again" method="post" action="${path}">${kept}</form>`,
    styles: AS_LINK,
  };
}

export function confirmPage(
  { language, schoolLanguage }: { readonly language: string; readonly schoolLanguage: string },
  asked: { readonly email: string; readonly groups: readonly Group[]; readonly language: string | null },
  path: string,
): FamilyPage {
  const { words, lang } = subscribingWords(language);
  const named = asked.language === null ? '' : languageLabel(asked.language);
  const groups = asked.groups.length === 0 ? '' : groupNames(asked.groups, { lang, schoolLanguage });
  const apart = groups !== '' && named !== '' ? ' · ' : '';
  const chosen = html`${groups}${apart}${named}`;
  return {
    title: words.isItYou,
    isAlone: true,
    body: html`<p><strong dir="ltr">${asked.email}</strong></p>${groups === '' && named === '' ? '' : html`<p class="quiet">${chosen}</p>`}<form method="post" action="${path}" class="stack"><button class="button" type="submit">${words.yesSend}</button></form><p class="quiet small">${words.notYou}</p>`,
    styles: FORM_STYLES,
  };
}

/** Links to the sections that are on. `hasNewest`: whether a newsletter is listed. */
export function waysOn({ pages, school }: OpenSite, hasNewest: boolean): Html | string {
  const { words } = subscribingWords(school.language);
  const newest = pages.listsNewsletters && hasNewest;
  if (!newest && !pages.showsDiary) return '';
  const ways = html`${newest ? html`<a class="button" href="${schoolPagePath(pages.address, 'latest')}">${words.readLatest}</a>` : ''}${pages.showsDiary ? html`<a class="button other" href="${schoolPagePath(pages.address, 'diary')}?subscribe=1">${diaryWords(school.language).words.inYourCalendar}</a>` : ''}`;
  return html`<div class="on">${ways}</div>`;
}

/** The page for somebody on the list. `ways`: see `waysOn`. */
export function onListPage(
  language: string,
  { email, ways }: { readonly email: string; readonly ways: Html | string },
  preferencesPath: string,
): FamilyPage {
  const { words } = subscribingWords(language);
  return {
    title: words.onList,
    styles: FORM_STYLES,
    body: html`<p>${filled(words.onListText, { address: html`<strong dir="ltr">${email}</strong>` })}</p>${ways}<p><a href="${preferencesPath}">${words.changeWhatYouGet}</a></p>`,
  };
}

export function waitingPage(language: string, ways: Html | string): FamilyPage {
  const { words } = subscribingWords(language);
  return { title: words.waiting, styles: FORM_STYLES, body: html`<p>${words.waitingText}</p>${ways}` };
}

export function tooOldPage(language: string, path: string | null): FamilyPage {
  const { words } = subscribingWords(language);
  return {
    title: words.tooOld,
    isAlone: true,
    body: path === null ? html`` : html`<p><a href="${path}">${words.signUpAgain}</a></p>`,
  };
}
