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
import { TEXT_MAX } from '#contract/fields.ts';
import { type NewsletterListItem, newsletterRoutes } from '#contract/newsletters.ts';
import { PUBLISHED_PATH, screenPath } from '#contract/paths.ts';
import type { SchoolResource } from '#contract/school.ts';
import { codeSchema } from '#newsletter/document/document.ts';
import type { ReadyMade } from '#newsletter/templates/template.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import type { LayoutChoice } from '#web/newsletter-ui/layout-picture.tsx';
import { createReadyMade } from '#web/newsletter-ui/templates.ts';
import type { ListState } from './list-state.ts';

/** The calls that the newsletters' screens make. */

// The lists say in their own place what went wrong. Errors 400 and 500 are told as everywhere. Source: docs/requirements/screens.md 8.
const shownInPlace = ({ status }: ApiError) => status !== 400 && status !== 500;

type Page = z.output<typeof newsletterRoutes.listNewsletters.reply>;

/** The list, page by page. What is shown stays until another search or filter has its answer. */
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
    // Somebody has perhaps come back from the editor.
    refetchOnMount: 'always',
  });
}

/** Forgets what is known of a list, so that it begins again at its first page; going back keeps the pages. */
export function useFreshList() {
  const client = useQueryClient();
  return (state: ListState) =>
    client.removeQueries({ queryKey: queryKeys.newsletters.list(state), exact: true });
}

export type NewsletterList = ReturnType<typeof useNewsletterList>;

/** The pages one after the other. A newsletter that slid onto the next page meanwhile is shown once. */
function newslettersOf({ pages }: InfiniteData<Page>): {
  items: NewsletterListItem[];
  total: number;
} {
  const items = new Map(pages.flatMap((page) => page.news_letter.data.map((item) => [item.id, item])));
  return { items: [...items.values()], total: pages.at(-1)?.total ?? 0 };
}

const NEWEST = { order: 'created_at', direction: 'desc', page: 1, per_page: 3 } as const;

/** The three that were created last, for the start screen. */
export const newestQuery = queryOptions({
  queryKey: queryKeys.newsletters.list(NEWEST),
  queryFn: async ({ signal }) =>
    (await call(newsletterRoutes.listNewsletters, { query: NEWEST, signal, handles: shownInPlace }))
      .news_letter.data,
  refetchOnMount: 'always',
});

/** One newsletter. */
export function newsletterQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.newsletters.one(id),
    queryFn: async ({ signal }) =>
      (await call(newsletterRoutes.getNewsletter, { params: { id }, signal, handles: () => true }))
        .news_letter.data,
  });
}

/** Creates a newsletter (an empty one in a layout, a copy of the newest, or a ready-made one) and opens it. */
export function useCreateNewsletter(school: SchoolResource['attributes']) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ title, start }: { title: string; start: LayoutChoice | ReadyMade }) => {
      if (typeof start !== 'string') return await createReadyMade(start, title, school);
      const content = start === 'latest_template' ? await newestAs(title) : { layout_type: start, code: [] };
      const { news_letter } = await call(newsletterRoutes.createNewsletter, { body: { title, ...content } });
      return news_letter.data;
    },
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: queryKeys.newsletters.all });
      // It is under way until the editor is there: on a slow line a second press would make a second newsletter.
      return navigate(screenPath('editor', { id }));
    },
  });
}

async function newestAs(title: string) {
  const { news_letter } = await call(newsletterRoutes.lastNewsletter, { query: { title } });
  const { layout_type, code } = news_letter.data.attributes;
  return { layout_type, code: codeSchema.parse(code) };
}

// The longest title that is taken has no room for two words more.
function copyTitle(title: string): string {
  return `Copy of ${title}`.slice(0, TEXT_MAX).trim();
}

async function duplicate(id: string): Promise<{ readonly title: string; readonly id: string }> {
  const original = (await call(newsletterRoutes.getNewsletter, { params: { id } })).news_letter.data
    .attributes;
  const { title, layout_type, code } = original;
  const body = { title: copyTitle(title), layout_type, code: codeSchema.parse(code) };
  const { data } = (await call(newsletterRoutes.createNewsletter, { body })).news_letter;
  return { title: data.attributes.title, id: data.id };
}

/** Copies, publishes again, takes back to draft, deletes; the lists follow, after a failure too: it may be gone already. */
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
  return { publish, unpublish, remove, copy };
}

/** Where readers find a published newsletter: the whole address, for copying. */
export function publishedAddress(slug: string): string {
  return new URL(PUBLISHED_PATH + encodeURIComponent(slug), window.location.origin).href;
}
