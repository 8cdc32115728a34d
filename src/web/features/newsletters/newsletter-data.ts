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
import { designId } from '#newsletter/designs/index.ts';
import { codeSchema } from '#newsletter/document/document.ts';
import type { Template } from '#newsletter/templates/template.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import type { LayoutChoice } from '#web/newsletter-ui/layout-picture.tsx';
import { createFromTemplate } from '#web/newsletter-ui/templates.ts';
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

/** Creates a newsletter from a layout, a copy of the newest or a template, and opens it in the editor. */
export function useCreateNewsletter(school: SchoolResource['attributes']) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ title, start }: { title: string; start: LayoutChoice | Template }) => {
      if (typeof start !== 'string') return await createFromTemplate(start, title, school);
      const content =
        start === 'latest_template' ? await contentOfNewest(title) : { layout_type: start, code: [] };
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

async function contentOfNewest(title: string) {
  const { news_letter } = await call(newsletterRoutes.lastNewsletter, { query: { title } });
  // Not the date of the issue: a new newsletter has its own.
  const { layout_type, design, code } = news_letter.data.attributes;
  return { layout_type, design: designId(design), code: codeSchema.parse(code) };
}

// The prefix must not make the title longer than allowed.
function copyTitle(title: string): string {
  return `Copy of ${title}`.slice(0, TEXT_MAX).trim();
}

async function duplicate(id: string): Promise<{ readonly title: string; readonly id: string }> {
  const original = (await call(newsletterRoutes.getNewsletter, { params: { id } })).news_letter.data
    .attributes;
  const { title, layout_type, design, code } = original;
  const body = {
    title: copyTitle(title),
    layout_type,
    design: designId(design),
    code: codeSchema.parse(code),
  };
  const { data } = (await call(newsletterRoutes.createNewsletter, { body })).news_letter;
  return { title: data.attributes.title, id: data.id };
}

/** Publishes, unpublishes, deletes and copies. The lists are reloaded also after a failure: it may be gone already. */
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

/** The absolute URL of a published newsletter. */
export function publishedAddress(slug: string): string {
  return new URL(PUBLISHED_PATH + encodeURIComponent(slug), window.location.origin).href;
}
