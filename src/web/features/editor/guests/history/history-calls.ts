import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type BlockAuthor,
  type editionListed,
  historyRoutes,
  type stateListed,
  type stateResource,
} from '#contract/history.ts';
import type { Version } from '#newsletter/changes/changes.ts';
import { codeSchema, fromCode } from '#newsletter/document/document.ts';
import { settingsOfFields } from '#newsletter/settings/settings.ts';
import { call } from '#web/api/client.ts';
import { withOwnPaths } from '#web/features/editor/saving/newsletter-calls.ts';

/** A state as the timeline lists it. */
export type ListedState = z.infer<typeof stateListed>;

/** An edition as the timeline lists it. */
export type ListedEdition = z.infer<typeof editionListed>;

/** The states and editions of a newsletter. `version`: of the draft, so that each save fetches a new list. */
export function useStates(id: string, version: number | null) {
  return useQuery({
    queryKey: ['states', id, version],
    enabled: version !== null,
    queryFn: async ({ signal }) => {
      const params = { id };
      const [{ state }, { edition, earlier_sendings }] = await Promise.all([
        call(historyRoutes.listStates, { params, signal, handles: () => true }),
        call(historyRoutes.listEditions, { params, signal, handles: () => true }),
      ]);
      return { states: state.data, editions: edition.data, earlier: earlier_sendings };
    },
    retry: false,
    // While a newer list is fetched the older one stays.
    placeholderData: (before) => before,
  });
}

/** A state with its blocks; null fetches none. A state with a `version` never changes. */
export function useVersion(id: string, state: ListedState | null) {
  return useQuery({
    queryKey: ['states', id, 'state', state?.id, state?.attributes.version],
    enabled: state !== null,
    queryFn: async ({ signal }) => {
      const { state: found } = await call(historyRoutes.getState, {
        params: { id, state_id: state?.id ?? '' },
        signal,
        handles: () => true,
      });
      return versionOf(found.data.attributes);
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The last author of each block changed between two states, or since one (null). `version`: of the draft. None while loading. */
export function useAuthors(
  id: string,
  from: ListedState | null,
  until: ListedState | null,
  version: number | null,
): ReadonlyMap<string, BlockAuthor> {
  const { data } = useQuery({
    queryKey: ['states', id, 'authors', from?.id, until?.id, version],
    enabled: from !== null && version !== null,
    queryFn: async ({ signal }) => {
      const { authors } = await call(historyRoutes.listAuthors, {
        params: { id, state_id: from?.id ?? '' },
        query: until === null ? {} : { until: until.id },
        signal,
        handles: () => true,
      });
      return new Map(authors.map((author) => [author.block, author]));
    },
    retry: false,
  });
  return data ?? NOBODY;
}

const NOBODY: ReadonlyMap<string, BlockAuthor> = new Map();

function versionOf(attributes: z.infer<typeof stateResource>['attributes']): Version {
  const code = codeSchema.parse(withOwnPaths(attributes.code, window.location.origin));
  return {
    title: attributes.title,
    document: fromCode(attributes.layout_type, code, settingsOfFields(attributes)),
  };
}
