import {
  type InfiniteData,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { type DeliveryResource, deliveryRoutes } from '#contract/deliveries.ts';
import { TEXT_MAX } from '#contract/fields.ts';
import { type NewsletterListItem, type NewsletterResource, newsletterRoutes } from '#contract/newsletters.ts';
import { PUBLISHED_PATH, screenPath } from '#contract/paths.ts';
import { type ExampleMarks, type SavedItemListed, savedItemRoutes } from '#contract/saved-items.ts';
import type { SchoolResource } from '#contract/school.ts';
import { codeSchema } from '#newsletter/document/document.ts';
import { lastingOf } from '#newsletter/settings/lasting-settings.ts';
import type { Template } from '#newsletter/templates/template.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import type { LayoutChoice } from '#web/newsletter-ui/layout-picture.tsx';
import { fetchSavedItem, savedItemsQuery } from '#web/newsletter-ui/saved-items/saved-data.ts';
import { createFromTemplate, withOwnIds } from '#web/newsletter-ui/templates.ts';
import type { ListState } from './list-state.ts';

/** The queries and mutations of the newsletters' screens. */

// The lists show their errors in place. Only 400 and 500 are toasts. Source: docs/requirements/screens.md 8.
const shownInPlace = ({ status }: ApiError) => status !== 400 && status !== 500;

type Page = z.output<typeof newsletterRoutes.listNewsletters.reply>;

/** The list, in pages. The old items stay until a new search or filter has loaded. */
export function useNewsletterList(state: ListState) {
  return useInfiniteQuery({
    queryKey: queryKeys.newsletters.list(state),
    queryFn: ({ pageParam, signal }) =>
      call(newsletterRoutes.listNewsletters, {
        query: { ...state, page: pageParam },
        signal,
        handles: shownInPlace,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total_pages }, _pages, page) => (page < total_pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    select: newslettersOf,
    // The person may have come back from the editor.
    refetchOnMount: 'always',
  });
}

/** Removes a list from the cache, so that it starts again at its first page. Going back keeps the loaded pages. */
export function useResetList() {
  const client = useQueryClient();
  return (state: ListState) =>
    client.removeQueries({ queryKey: queryKeys.newsletters.list(state), exact: true });
}

export type NewsletterList = ReturnType<typeof useNewsletterList>;

/** Joins the pages. A newsletter that has moved to the next page meanwhile appears once. */
function newslettersOf({ pages }: InfiniteData<Page>): {
  items: NewsletterListItem[];
  total: number;
} {
  const items = new Map(pages.flatMap((page) => page.news_letter.data.map((item) => [item.id, item])));
  return { items: [...items.values()], total: pages.at(-1)?.total ?? 0 };
}

const NEWEST = { order: 'created_at', direction: 'desc', page: 1, per_page: 3 } as const;

/** The three newest newsletters, for the create screen. */
export const newestQuery = queryOptions({
  queryKey: queryKeys.newsletters.list(NEWEST),
  queryFn: async ({ signal }) =>
    (await call(newsletterRoutes.listNewsletters, { query: NEWEST, signal, handles: shownInPlace }))
      .news_letter.data,
  refetchOnMount: 'always',
});

export function newsletterQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.newsletters.one(id),
    queryFn: async ({ signal }) =>
      (await call(newsletterRoutes.getNewsletter, { params: { id }, signal, handles: () => true }))
        .news_letter.data,
  });
}

const DELIVERIES_MAX = 100;

/** The number of people who have an older version of a newsletter by mail, and when the last of those mails went; null without any. */
export function oldMailQuery({ id, attributes }: NewsletterResource) {
  const { published_at } = attributes;
  return queryOptions({
    queryKey: ['deliveries', 'before', id, published_at],
    queryFn: async ({ signal }) => {
      const query = { per_page: DELIVERIES_MAX };
      const { deliveries } = await call(deliveryRoutes.listDeliveries, {
        params: { id },
        query,
        signal,
        handles: () => true,
      });
      return oldMailIn(deliveries.data, published_at);
    },
    refetchOnMount: 'always',
  });
}

function oldMailIn(deliveries: readonly DeliveryResource[], publishedAt: string | null): OldMail | null {
  const old = deliveries.flatMap(({ attributes: { sent, started_at } }) =>
    sent > 0 && started_at !== null && publishedAt !== null && started_at < publishedAt
      ? [{ sent, at: started_at }]
      : [],
  );
  const at = old
    .map((each) => each.at)
    .sort()
    .at(-1);
  return at === undefined
    ? null
    : { people: old.reduce((sum, { sent }) => sum + sent, 0), sendings: old.length, at };
}

/** Mails with an older version: the numbers of people and deliveries. `at`: when the last of these deliveries began. */
export interface OldMail {
  readonly people: number;
  readonly sendings: number;
  readonly at: string;
}

/** The start of a newsletter: a layout, a copy of the newest, a ready-made newsletter or one of the school's templates. */
export type Start = LayoutChoice | Template | SavedItemListed;

/** Creates a newsletter from a start, and opens it in the editor. */
export function useCreateNewsletter(school: SchoolResource['attributes']) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ title, start }: { title: string; start: Start }) => {
      if (typeof start !== 'string' && !('attributes' in start))
        return await createFromTemplate(start, title, school);
      if (start === 'latest_template') return await createFromNewest(title);
      const content =
        typeof start === 'string' ? { layout_type: start, code: [] } : await contentOfTemplate(start.id);
      const { news_letter } = await call(newsletterRoutes.createNewsletter, { body: { title, ...content } });
      return news_letter.data;
    },
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: queryKeys.newsletters.all });
      // Resolves when the editor is open: with a slow connection a second press would create a second newsletter.
      return navigate(screenPath('editor', { id }));
    },
  });
}

// Events get new ids, so that they differ from those of earlier newsletters with this template.
async function contentOfTemplate(id: string) {
  const item = await fetchSavedItem(id);
  const { layout_type, code, examples } = item;
  return { layout_type, ...lastingOf(item), code: codeSchema.parse(code).map(withOwnIds), examples };
}

// Creates the newest newsletter's next issue, with the given title.
async function createFromNewest(title: string) {
  const last = (await call(newsletterRoutes.lastNewsletter, { query: { title } })).news_letter.data;
  const params = { id: last.id };
  return (await call(newsletterRoutes.nextIssue, { params, body: { title } })).news_letter.data;
}

// The prefix must not make the title longer than allowed.
function copyTitle(title: string): string {
  return `Copy of ${title}`.slice(0, TEXT_MAX).trim();
}

async function duplicate(id: string): Promise<{ readonly title: string; readonly id: string }> {
  const original = (await call(newsletterRoutes.getNewsletter, { params: { id } })).news_letter.data
    .attributes;
  const { title, layout_type, code, carried_over } = original;
  const body = {
    title: copyTitle(title),
    layout_type,
    ...lastingOf(original),
    code: codeSchema.parse(code),
    examples: examplesIn(carried_over),
  };
  const { data } = (await call(newsletterRoutes.createNewsletter, { body })).news_letter;
  return { title: data.attributes.title, id: data.id };
}

/** The marks that a copy takes over, if the newsletter contains examples of a ready-made one. */
function examplesIn(carriedOver: NewsletterResource['attributes']['carried_over']): ExampleMarks | null {
  const dates = carriedOver?.example_dates ?? [];
  const { is_example = false, blocks: marked = [], examples = [] } = carriedOver ?? {};
  const blocks = marked.filter((name) => is_example || examples.includes(name));
  return blocks.length + dates.length === 0 ? null : { blocks, dates };
}

async function keepAsTemplate(id: string): Promise<void> {
  const original = (await call(newsletterRoutes.getNewsletter, { params: { id } })).news_letter.data
    .attributes;
  const { title, layout_type, code, carried_over } = original;
  const blocks = codeSchema.parse(code);
  await call(savedItemRoutes.createSavedItem, {
    body: {
      ...{ kind: 'template', name: title, layout_type, ...lastingOf(original), code: blocks },
      examples: examplesIn(carried_over),
    },
  });
}

/** Publishes, unpublishes, deletes, copies, and keeps as a template. Lists are reloaded after a failure, too: it may be deleted. */
export function useNewsletterActions() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: queryKeys.newsletters.all });
  const publish = useMutation({
    mutationFn: (id: string) => call(newsletterRoutes.publishNewsletter, { params: { id } }),
    onSettled,
  });
  const unpublish = useMutation({
    mutationFn: (id: string) => call(newsletterRoutes.unpublishNewsletter, { params: { id } }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(newsletterRoutes.deleteNewsletter, { params: { id } }),
    onSettled,
  });
  const copy = useMutation({ mutationFn: duplicate, onSettled });
  const keep = useMutation({
    mutationFn: keepAsTemplate,
    onSettled: () => client.invalidateQueries({ queryKey: savedItemsQuery.queryKey }),
  });
  return { publish, unpublish, remove, copy, keep };
}

/** The published newsletter, as readers see it. */
export function readersPageQuery({ attributes: { slug, published_at } }: NewsletterResource) {
  return queryOptions({
    queryKey: ['published', slug, published_at],
    queryFn: ({ signal }) =>
      call(newsletterRoutes.publishedNewsletter, {
        params: { slug: slug ?? '' },
        signal,
        handles: () => true,
      }),
    select: ({ news_letter }) => news_letter.data.attributes,
    // The newsletter is published anyway: the screen does not wait for a second try.
    retry: false,
  });
}

/** The absolute URL of a published newsletter. */
export function publishedAddress(slug: string): string {
  return new URL(PUBLISHED_PATH + encodeURIComponent(slug), window.location.origin).href;
}
