import { fullName } from '#contract/rules/names.ts';
import { longDate } from '#newsletter/values/dates.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { subscribingWords } from '#newsletter/words/subscribing/subscribing-words.ts';
import { unsubscribeWords } from '#newsletter/words/unsubscribe-words.ts';
import { fill } from '#newsletter/words/words-in.ts';
import type { FamilyPage } from '#server/features/families/frame/family-page.ts';
import { choiceBox, choices, textField } from '#server/features/families/frame/form-parts.ts';
import { languageFor } from '#server/features/families/offer.ts';
import {
  FORM_STYLES,
  groupFields,
  groupNames,
  languageLabel,
  suggestionWords,
  takeMeant,
} from '#server/features/families/sign-up/pages.ts';
import { filled, Html, html } from '#server/platform/http/html.ts';
import { masked } from '#server/platform/mail/masked.ts';
import type { FamilyReader } from './choices.ts';

/** The pages of a reader's own link. Addresses are masked on them, as a mail may have been forwarded with its link. */

/** The paths of a reader's pages. */
export interface Paths {
  readonly own: string;
  readonly unsubscribe: string;
}

export function wordsFor({ site, subscriber }: FamilyReader) {
  return subscribingWords(languageFor(site.school, subscriber.language));
}

export function choicesPage(reader: FamilyReader, paths: Paths, isSaved: boolean): FamilyPage {
  const { subscriber, offer, groups } = reader;
  const { words, lang } = wordsFor(reader);
  const { words: common } = newsletterWords(lang);
  const chosen = groups.map(({ id }) => id);
  const others = groups.filter(({ id }) => !offer.groups.some((offered) => offered.id === id));
  const languages = { lang, schoolLanguage: reader.site.school.language };
  const hasGroups = groups.length > 0 || offer.groups.length > 0;
  return {
    title: common.whatYouGet,
    isAlone: true,
    heading: html`${isSaved ? html`<p class="said" role="status">${words.saved}</p>` : ''}<h1>${common.whatYouGet}</h1>`,
    body: html`<p class="quiet" dir="ltr">${masked(subscriber.email)}</p>
${hasFields(reader) ? html`<form method="post" action="${paths.own}" class="stack">${groupFields(offer.groups, chosen, { words, ...languages })}${others.length === 0 ? '' : html`<p class="quiet">${filled(words.bySchool, { groups: groupNames(others, languages) })}</p>`}${hasGroups ? ownGroupsField(reader) : ''}${languageField(reader)}${howOftenField(reader)}<button class="button" type="submit">${words.save}</button></form>` : ''}
<div class="ways"><a href="${paths.own}/address">${words.changeAddress}</a><a href="${paths.own}/data">${words.stored}</a><a href="${paths.unsubscribe}">${common.unsubscribe}</a></div>`,
    styles: FORM_STYLES,
  };
}

function hasFields({ offer, groups, nextDigest }: FamilyReader): boolean {
  return offer.groups.length > 0 || groups.length > 0 || offer.languages.length > 1 || nextDigest !== null;
}

function ownGroupsField(reader: FamilyReader): Html {
  const { words } = wordsFor(reader);
  const box = choiceBox({
    id: 'own_groups_only',
    name: 'own_groups_only',
    type: 'checkbox',
    option: {
      value: 'yes',
      label: words.ownGroupsOnly,
      isChosen: reader.subscriber.ownGroupsOnly,
      hint: words.ownGroupsHint,
    },
  });
  return html`<div class="field"><input type="hidden" name="has_groups" value="yes">${box}</div>`;
}

function languageField(reader: FamilyReader): Html | string {
  const { languages } = reader.offer;
  const { words, lang } = wordsFor(reader);
  if (languages.length < 2) return '';
  const options = languages.map(
    (language) =>
      html`<option value="${language}" lang="${language}"${language === lang ? html` selected` : ''}>${languageLabel(language)}</option>`,
  );
  return html`<div class="field"><label for="language">${words.language}</label><select id="language" name="language">${options}</select></div>`;
}

function howOftenField(reader: FamilyReader): Html | string {
  const { nextDigest, subscriber } = reader;
  if (nextDigest === null) return '';
  const { words, lang } = wordsFor(reader);
  const { monthlyDigest } = subscriber;
  const hint = fill(words.monthlyHint, { date: longDate(nextDigest, lang) });
  return choices({
    name: 'how_often',
    legend: words.howOften,
    type: 'radio',
    options: [
      { value: 'every', label: words.every, isChosen: !monthlyDigest },
      { value: 'monthly', label: words.monthly, isChosen: monthlyDigest, hint },
    ],
  });
}

/** The form for a new address; `typed`: the input, and its error, which is null if another address was probably meant. */
export function addressForm(
  reader: FamilyReader,
  paths: Paths,
  typed: { readonly kept: string; readonly wrong?: string | null },
): FamilyPage {
  const { words } = wordsFor(reader);
  const { kept, wrong } = typed;
  const isMeant = wrong === null;
  const error = wrong ?? (isMeant ? suggestionWords(words, kept, words.sendLink) : undefined);
  return {
    title: words.changeAddress,
    isAlone: true,
    errors: error === undefined ? [] : [{ id: 'email', message: error }],
    body: html`<p class="quiet" dir="ltr">${masked(reader.subscriber.email)}</p><form method="post" action="${paths.own}/address" class="stack" novalidate>${textField({ id: 'email', label: words.newAddress, type: 'email', value: kept, autocomplete: 'email', error })}<div${isMeant ? html` class="on"` : ''}><button class="button" type="submit">${words.sendLink}</button>${isMeant ? takeMeant(words, kept) : ''}</div></form><p><a href="${paths.own}">${words.back}</a></p>`,
    styles: FORM_STYLES,
  };
}

/** A question with one button, or the answer to it. */
export function questionPage(
  language: string,
  {
    title,
    text,
    button,
    path,
  }: {
    readonly title: string;
    readonly text: string;
    readonly button: string;
    readonly path: string;
  },
): FamilyPage {
  const { words } = subscribingWords(language);
  return {
    title,
    isAlone: true,
    body: html`<p>${text}</p><form method="post" action="${path}" class="stack"><button class="button" type="submit">${button}</button></form><p class="quiet small">${words.notYou}</p>`,
    styles: FORM_STYLES,
  };
}

/** The page for an address that gets the newsletter already. */
export function knownPage(language: string): FamilyPage {
  const { words } = subscribingWords(language);
  return messagePage(words.knownSubject, words.nothingChanged);
}

/** The page for a change whose reader has left the list since. */
export function notOnListPage(language: string): FamilyPage {
  const { words } = subscribingWords(language);
  return messagePage(unsubscribeWords(language).words.leftTitle, words.nothingChanged);
}

export function messagePage(title: string, text: string): FamilyPage {
  return { title, isAlone: true, body: html`<p>${text}</p>` };
}

/** Everything that is stored about a reader. */
export interface StoredAboutReader {
  readonly mailed: readonly { readonly subject: string; readonly at: Date | null }[];
}

export function storedPage(reader: FamilyReader, paths: Paths, { mailed }: StoredAboutReader): FamilyPage {
  const { site, subscriber, groups } = reader;
  const { words, lang } = wordsFor(reader);
  const dayOf = (moment: Date) => longDate(dayIn(site.school.timeZone, moment), lang);
  const name = fullName(subscriber);
  const rows: readonly (readonly [string, string | Html])[] = [
    [
      words.email,
      html`<span dir="ltr">${masked(subscriber.email)}</span> <span class="quiet">${words.inPart}</span>`,
    ],
    ...(name === '' ? [] : [[words.name, name] as const]),
    ...(groups.length === 0
      ? []
      : [[words.groups, groupNames(groups, { lang, schoolLanguage: site.school.language })] as const]),
    [words.language, languageLabel(lang)],
    [
      words.howOften,
      [
        subscriber.monthlyDigest ? words.monthly : words.every,
        ...(subscriber.ownGroupsOnly ? [words.ownGroupsOnly] : []),
      ].join(' · '),
    ],
    [
      words.since,
      `${dayOf(subscriber.signedUpAt ?? subscriber.createdAt)}. ${subscriber.signedUpAt === null ? words.addedBySchool : words.bySelf}`,
    ],
  ];
  const mails = mailed.map(
    ({ subject, at }) =>
      html`<li><span dir="auto">${subject}</span>${at === null ? '' : html` <span class="quiet">${dayOf(at)}</span>`}</li>`,
  );
  return {
    title: words.stored,
    isAlone: true,
    body: html`<dl class="stored">${rows.map(([term, value]) => html`<div><dt>${term}</dt><dd dir="auto">${value}</dd></div>`)}</dl>${mails.length === 0 ? '' : html`<h2>${words.mailedToYou}</h2><ul class="list">${mails}</ul>`}<p><a class="button other" href="${paths.own}/data.json" download>${words.download}</a></p><p><a href="${paths.own}">${words.back}</a></p>`,
    styles: STORED_STYLES,
  };
}

const STORED_STYLES = new Html(`
.stored > div { padding: 12px 0; border-bottom: 1px solid var(--line); }
.stored dt, .list .quiet { color: var(--quiet); font-size: 0.9375rem; }
.stored dd .quiet { font-size: 0.9375rem; }
.stored dd .quiet, .list .quiet { display: block; }
`);

/** The same data as a file, with details that only machines need. */
export function storedFile(
  { subscriber, groups, offer }: FamilyReader,
  { mailed }: StoredAboutReader,
): object {
  const nameOf = (id: string) => offer.groups.find((group) => group.id === id)?.name ?? id;
  return {
    email: masked(subscriber.email),
    first_name: subscriber.firstName,
    last_name: subscriber.lastName,
    groups: groups.map(({ name }) => name),
    groups_left: subscriber.leftGroupIds.map(nameOf),
    language: subscriber.language,
    only_own_groups: subscriber.ownGroupsOnly,
    monthly_digest: subscriber.monthlyDigest,
    signed_up_at: subscriber.signedUpAt,
    added_at: subscriber.createdAt,
    changed_at: subscriber.editedAt,
    address_since: subscriber.addressSince,
    mails_refused_at: subscriber.bouncedAt,
    called_spam_at: subscriber.complainedAt,
    mails: mailed.map(({ subject, at }) => ({ subject, sent_at: at })),
  };
}
