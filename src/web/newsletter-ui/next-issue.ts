import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { ASKS_TITLE } from './asked-title.ts';
import { beginOnce, isBegun } from './begin-once.ts';

/** Copies a newsletter as the next issue and opens it. With an unchanged title, the editor's title field is selected. */
export function useNextIssue({ id, title }: { readonly id: string; readonly title: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () =>
      beginOnce(
        async (if_begun) =>
          (await call(newsletterRoutes.nextIssue, { params: { id }, body: { if_begun }, handles: isBegun }))
            .news_letter.data,
      ),
    onSuccess: (next) => {
      if (next === null) return;
      void client.invalidateQueries({ queryKey: queryKeys.newsletters.all });
      const state = next.title === title ? ASKS_TITLE : undefined;
      // Resolves when the editor is open, so that a second press makes no second issue.
      return navigate(screenPath('editor', { id: next.id }), { state });
    },
  });
}
