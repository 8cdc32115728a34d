import { type NewsletterResource, newsletterRoutes } from '#contract/newsletters.ts';
import type { OwnColours } from '#newsletter/designs/colours.ts';
import type { TestApp } from './app.ts';
import type { TestPerson } from './factories.ts';

/** Newsletters for tests, made by HTTP as by the web client. */

/** Fields of a new newsletter. Title and layout have defaults. */
export interface NewsletterFields {
  readonly title?: string;
  readonly layout_type?: string;
  readonly colours?: OwnColours;
  readonly code?: readonly unknown[];
}

/** Creates a draft. */
export async function createNewsletter(
  { call }: TestApp,
  { token }: TestPerson,
  fields: NewsletterFields = {},
): Promise<NewsletterResource> {
  const body = { news_letter: { title: 'Autumn news', layout_type: 'one_column', ...fields } };
  return (await call(newsletterRoutes.createNewsletter, { token, body })).ok().news_letter.data;
}

/** Creates and publishes a newsletter; `path` is that of its page. */
export async function publishNewsletter(
  test: TestApp,
  person: TestPerson,
  fields: NewsletterFields = {},
): Promise<{ readonly id: string; readonly slug: string; readonly path: string }> {
  const { id } = await createNewsletter(test, person, fields);
  return { id, ...(await publish(test, person, id)) };
}

/** Publishes the current draft. */
export async function publish(
  { call }: TestApp,
  { token }: TestPerson,
  id: string,
): Promise<{ readonly slug: string; readonly path: string }> {
  const published = (await call(newsletterRoutes.publishNewsletter, { token, params: { id } })).ok();
  const slug = published.news_letter.data.attributes.slug ?? '';
  return { slug, path: `/published/${slug}` };
}

/** A heading block. */
export function heading(text: string, name = 'heading-1'): unknown {
  return { name, type: 'heading', value: { text } };
}

/** A text block. */
export function richText(html: string, name = 'text-1'): unknown {
  return { name, type: 'text', value: { html } };
}
