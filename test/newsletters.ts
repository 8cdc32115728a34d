import { type NewsletterResource, newsletterRoutes } from '#contract/newsletters.ts';
import type { TestApp } from './app.ts';
import type { TestPerson } from './factories.ts';

/** Newsletters for tests, made by HTTP as the web client makes them. */

/** What a newsletter is made from; a title and one column unless given. */
export interface NewsletterWish {
  readonly title?: string;
  readonly layout_type?: string;
  readonly code?: readonly unknown[];
}

/** A stored draft. */
export async function createNewsletter(
  { call }: TestApp,
  { token }: TestPerson,
  wish: NewsletterWish = {},
): Promise<NewsletterResource> {
  const body = { news_letter: { title: 'Autumn news', layout_type: 'one_column', ...wish } };
  return (await call(newsletterRoutes.createNewsletter, { token, body })).ok().news_letter.data;
}

/** A newsletter that readers see, and where. */
export async function publishNewsletter(
  test: TestApp,
  person: TestPerson,
  wish: NewsletterWish = {},
): Promise<{ readonly id: string; readonly slug: string; readonly path: string }> {
  const { id } = await createNewsletter(test, person, wish);
  return { id, ...(await publish(test, person, id)) };
}

/** Shows the draft as it is now to readers. */
export async function publish(
  { call }: TestApp,
  { token }: TestPerson,
  id: string,
): Promise<{ readonly slug: string; readonly path: string }> {
  const published = (await call(newsletterRoutes.publishNewsletter, { token, params: { id } })).ok();
  const slug = published.news_letter.data.attributes.slug ?? '';
  return { slug, path: `/published/${slug}` };
}

/** A heading with this text. */
export function heading(text: string, name = 'heading-1'): unknown {
  return { name, type: 'heading', value: { text } };
}

/** Rich text. */
export function richText(html: string, name = 'text-1'): unknown {
  return { name, type: 'text', value: { html } };
}
