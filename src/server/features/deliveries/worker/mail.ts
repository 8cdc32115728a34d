import {
  inReadersLanguage,
  PLACEHOLDERS,
  personaliser,
  type ReaderTokens,
  tokensInOrder,
  withPreviewText,
} from '#newsletter/render/mailing.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import type { AppContext } from '#server/context.ts';
import type { Delivery } from '#server/data/deliveries.ts';
import { reportTokenMaker, returnPathOf } from '#server/data/mail/report-tokens.ts';
import { digestItemsFinder, type ReadersItem } from '#server/data/recipients.ts';
import { loadSchool, type School } from '#server/data/schools.ts';
import { messageIdMaker, TEST_TOKEN, tokenMaker } from '#server/data/unsubscribe-tokens.ts';
import { renderDigest } from '#server/features/deliveries/digest/digest-mail.ts';
import type { DigestItem } from '#server/platform/db/schema/deliveries.ts';
import { partWriter } from '#server/platform/mail/encoded.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { tokenHeader } from '#server/platform/mail/reports/providers/providers.ts';
import { listHeaders, unsubscribeHeader } from './list-headers.ts';
import type { MailSource, VariantMails } from './mail-source.ts';
import type { Claimed } from './recipient-claims.ts';
import { findRecipientVariants } from './recipient-variants.ts';

/** A mail's headers, without its recipient. */
export interface MailHeaders {
  readonly subject: string;
  readonly previewText: string;
  readonly fromName: string;
  readonly replyTo: string;
}

type Recipient = Pick<Claimed, 'id' | 'subscriberId' | 'email' | 'name' | 'language' | 'groupBits'>;
type MailWriter = ReturnType<typeof mailWriter>;

/**
 * Returns a function that makes each recipient's mail; null if a digest has nothing left for them. The program's own words are in the
 * reader's language.
 */
export async function mailMaker(
  context: AppContext,
  delivery: Delivery,
  variants: VariantMails,
): Promise<(to: Recipient) => Promise<Mail | null>> {
  const { schoolId, newsletterId } = delivery;
  const unsubscribeOf = await tokenMaker(context);
  const preferencesOf = await tokenMaker(context, 'preferences');
  const messageIdOf = await messageIdMaker(context, newsletterId ?? delivery.id);
  const returning = await returnPaths(context);
  const school = await loadSchool(context.database, schoolId);
  const writerFor =
    newsletterId === null
      ? await digestWriters(context, delivery, school, variants)
      : await writers(context, delivery, school, variants);
  return async (to) => {
    const { subscriberId, email, name } = to;
    const write = await writerFor(to);
    const reader = { schoolId, subscriberId };
    const tokens = { unsubscribe: unsubscribeOf(reader), preferences: preferencesOf(reader) };
    if (write === null) return null;
    const mail = write({ name, address: email }, tokens, messageIdOf(reader));
    return returning({ ...mail, about: { delivery: delivery.id, recipient: to.id } }, to);
  };
}

// Each mail has its own return path, so that a report identifies it.
async function returnPaths(context: AppContext): Promise<(mail: Mail, to: Pick<Recipient, 'id'>) => Mail> {
  const { bounceAddress, mailProvider } = context.config;
  if (bounceAddress === undefined && mailProvider === undefined) return (mail) => mail;
  const tokenOf = await reportTokenMaker(context);
  return (mail, { id }) => {
    const token = tokenOf(id);
    return {
      ...mail,
      ...(bounceAddress !== undefined && { returnPath: returnPathOf(bounceAddress, token) }),
      ...(mailProvider !== undefined && {
        headers: { ...mail.headers, ...tokenHeader(mailProvider.name, token) },
      }),
    };
  };
}

// Recipients are sorted by their variant, so few writers are in use at a time; each is as large as some mails.
const WRITERS_MOST = 16;

// One writer for each language and set of blocks for groups, made on first use.
async function writers(context: AppContext, delivery: Delivery, school: School, variants: VariantMails) {
  const everyones = { html: delivery.mailHtml ?? '', text: delivery.mailText ?? '' };
  const assigned = await findRecipientVariants(context.database, delivery);
  const variantOf = (bits: bigint | null) => (bits === null ? undefined : assigned.get(bits));
  const langOf = (language: Recipient['language']) => newsletterWords(language ?? school.language).lang;
  return kept(
    ({ language, groupBits }: Recipient) => `${langOf(language)} ${variantOf(groupBits) ?? ''}`,
    async (_, { language, groupBits }) => {
      const id = variantOf(groupBits);
      const parts = id === undefined ? everyones : await variants.mail(context, school.id, id);
      const html = id === undefined ? parts.html : withPreviewText(parts.html, delivery.previewText);
      const of = { school: school.name, from: school.language, to: langOf(language) };
      const translated = inReadersLanguage({ html, text: parts.text }, of);
      return mailWriter(context, delivery, translated, { schoolId: school.id, sendingId: delivery.id });
    },
    WRITERS_MOST,
  );
}

// One writer for each language and set of pages.
async function digestWriters(
  context: AppContext,
  delivery: Delivery,
  school: School,
  variants: VariantMails,
) {
  const itemsFor = await digestItemsFinder(context.database, delivery, delivery.digest ?? []);
  const pageOf = pagesOfItems(context, school.id, variants);
  const writerOf = kept(
    ({ items, lang }: { readonly items: readonly DigestItem[]; readonly lang: string }) =>
      JSON.stringify([lang, items.map(({ slug }) => slug)]),
    async (_, { items, lang }) => {
      const { subject, ...parts } = await renderDigest(context, school, delivery, { items, language: lang });
      const of = { schoolId: school.id, sendingId: delivery.id };
      return mailWriter(context, { ...delivery, subject }, parts, of);
    },
  );
  return async ({ subscriberId, language }: Recipient): Promise<MailWriter | null> => {
    const found = await itemsFor(subscriberId);
    const { lang } = newsletterWords(language ?? school.language);
    const items = await Promise.all(found.map(pageOf));
    return items.length === 0 ? null : await writerOf({ items, lang });
  };
}

// Replaces everyone's page of a newsletter by that of its reader's groups.
function pagesOfItems(context: AppContext, schoolId: string, variants: VariantMails) {
  return kept(
    ({ item, groups }: ReadersItem) => JSON.stringify([item.newsletterId, groups]),
    async (_, { item, groups }): Promise<DigestItem> => {
      const { editionId } = item;
      if (editionId == null || groups.length === 0) return item;
      const assigned = await variants.assign(context, { schoolId, editionId }, [groups]);
      const variantId = assigned === 'too many' ? null : assigned[0];
      if (variantId == null) return item;
      const slugs = await variants.slugs(context, schoolId, [variantId]);
      return { ...item, slug: slugs.get(variantId) ?? item.slug };
    },
  );
}

function kept<Given, Value>(
  keyOf: (given: Given) => string,
  make: (key: string, given: Given) => Promise<Value>,
  most = Number.POSITIVE_INFINITY,
): (given: Given) => Promise<Value> {
  const made = new Map<string, Promise<Value>>();
  return (given) => {
    const key = keyOf(given);
    const known = made.get(key) ?? make(key, given);
    made.delete(key);
    made.set(key, known);
    const [oldest] = made.keys();
    if (made.size > most && oldest !== undefined) made.delete(oldest);
    return known;
  };
}

/** The mail that subscribers will get, marked as a test, to a member of staff. */
export function testMail(
  context: AppContext,
  headers: MailHeaders,
  { html, text }: Pick<MailSource, 'html' | 'text'>,
  to: Mail['to'] & { readonly schoolId: string },
): Mail {
  const write = mailWriter(
    context,
    { ...headers, subject: `[Test] ${headers.subject}` },
    { html: withPreviewText(html, headers.previewText), text },
    { schoolId: to.schoolId, sendingId: 'test' },
  );
  const tokens = { unsubscribe: TEST_TOKEN, preferences: TEST_TOKEN };
  return write({ name: to.name, address: to.address }, tokens);
}

function mailWriter(
  { config }: AppContext,
  { subject, fromName, replyTo }: MailHeaders,
  parts: { readonly html: string; readonly text: string },
  { schoolId, sendingId }: { readonly schoolId: string; readonly sendingId: string },
) {
  const htmlOf = personaliser(parts.html);
  const textOf = personaliser(parts.text);
  const htmlPart = partWriter('text/html', parts.html, PLACEHOLDERS);
  const textPart = partWriter('text/plain', parts.text, PLACEHOLDERS);
  const unsubscribe = unsubscribeHeader(config);
  const lists = listHeaders(config, { schoolId, fromName, sendingId });
  return (to: Mail['to'], tokens: ReaderTokens, messageId?: string): Mail => ({
    to,
    subject,
    fromName,
    replyTo: { name: fromName, address: replyTo },
    html: htmlOf(tokens),
    text: textOf(tokens),
    encoded: { html: htmlPart(tokensInOrder(tokens)), text: textPart(tokensInOrder(tokens)) },
    ...(messageId !== undefined && { messageId }),
    headers: {
      // One-click unsubscribing in mail programs: RFC 2369 and RFC 8058.
      'List-Unsubscribe': unsubscribe(tokens.unsubscribe),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      ...lists,
      // Suppress out-of-office replies.
      Precedence: 'bulk',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
    },
  });
}
