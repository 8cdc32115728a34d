import { type NewsletterListItem, newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { type SchoolResource, schoolRoutes } from '#contract/school.ts';
import { answer, personOf, SCHOOL, signIn } from './app.tsx';

/** For tests of the newsletters' screens: a session, a school, and newsletters. */

/** Signs in a person with a school. */
export function signInWithSchool(attributes: Partial<SchoolResource['attributes']> = {}): void {
  signIn();
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  const school = { ...SCHOOL, attributes: { ...SCHOOL.attributes, ...attributes } };
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: school } } });
}

/** A draft; `number` makes its id. */
export function newsletterOf(
  number: number,
  title: string,
  attributes: Partial<NewsletterListItem['attributes']> = {},
): NewsletterListItem {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    type: 'news_letter',
    attributes: {
      title,
      body: `<!doctype html><p>${title}</p>`,
      layout_type: 'one_column',
      status: 'draft',
      slug: null,
      has_unpublished_changes: false,
      last_delivery: null,
      next_timing: null,
      is_listed: false,
      created_at: '2026-09-01T08:00:00.000Z',
      // After midnight in London, before midnight in UTC.
      updated_at: '2026-10-08T23:30:00.000Z',
      ...attributes,
    },
  };
}

/** A published newsletter. */
export function publishedOf(number: number, title: string, has_unpublished_changes = false) {
  return newsletterOf(number, title, {
    status: 'published',
    slug: `slug-${number}`,
    has_unpublished_changes,
  });
}

/** The answer of calls about one newsletter. */
export function wholeOf(item: NewsletterListItem, code: readonly unknown[] = []) {
  const attributes = {
    ...item.attributes,
    design: 'bulletin',
    colours: null,
    issue_date: '2026-10-09',
    code,
    footerContent: '',
    carried_over: null,
    missing_files: [],
    version: 1,
    published_at: item.attributes.status === 'published' ? '2026-10-09T10:00:00.000Z' : null,
  };
  return { status: 200, body: { news_letter: { data: { ...item, attributes } } } };
}

/** Answers the list with what `find` returns for the query. */
export function serveList(
  find: (query: URLSearchParams) => readonly NewsletterListItem[],
  total_pages = 1,
): void {
  answer(newsletterRoutes.listNewsletters, ({ url }) => {
    const items = find(new URL(url, 'http://test').searchParams);
    return {
      status: 200,
      body: { news_letter: { data: items }, total_pages, total: items.length * total_pages },
    };
  });
}
