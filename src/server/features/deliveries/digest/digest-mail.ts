import { PUBLISHED_PATH, READER_PATH } from '#contract/paths.ts';
import { PREFERENCES_PLACEHOLDER, UNSUBSCRIBE_PLACEHOLDER } from '#newsletter/render/mailing.ts';
import { longDate } from '#newsletter/values/dates.ts';
import { subscribingWords } from '#newsletter/words/subscribing/subscribing-words.ts';
import type { AppContext } from '#server/context.ts';
import type { Delivery } from '#server/data/deliveries.ts';
import { renderFamilyMail } from '#server/data/families/family-mail.ts';
import type { School } from '#server/data/schools.ts';
import type { DigestItem } from '#server/platform/db/schema/deliveries.ts';
import { digestSubject } from './digest.ts';

/** A newsletter as a digest shows it; `slug` is of the page that its readers may see. */
type ShownItem = Pick<DigestItem, 'title' | 'day' | 'slug' | 'picture'>;

/** The mail of a digest with these newsletters in one language, the same for all who get them. */
export async function renderDigest(
  context: AppContext,
  school: School,
  { createdAt }: Pick<Delivery, 'createdAt'>,
  { items, language }: { readonly items: readonly ShownItem[]; readonly language: string },
): Promise<{ readonly subject: string; readonly html: string; readonly text: string }> {
  const { publicUrl } = context.config;
  const { words, lang } = subscribingWords(language);
  const subject = digestSubject(language, school, createdAt);
  const parts = items.map(({ title, day, slug, picture }) => ({
    is: 'item' as const,
    title,
    date: longDate(day, lang),
    picture,
    text: words.readIt,
    url: publicUrl + PUBLISHED_PATH + slug,
  }));
  const links = {
    unsubscribeUrl: `${publicUrl}/unsubscribe/${UNSUBSCRIBE_PLACEHOLDER}`,
    preferencesUrl: publicUrl + READER_PATH + PREFERENCES_PLACEHOLDER,
  };
  return { subject, ...(await renderFamilyMail(context, school, { language, subject, parts, links })) };
}
