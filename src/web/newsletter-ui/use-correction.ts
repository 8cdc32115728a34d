import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { TEXT_MAX } from '#contract/fields.ts';
import { type NewsletterResource, newsletterRoutes } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import { designId } from '#newsletter/designs/index.ts';
import { codeSchema } from '#newsletter/document/document.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { beginOnce, isBegun } from './begin-once.ts';

/** Creates a copy titled 'Correction: …' to send to everybody again, and opens it in the editor. */
export function useCorrection({ attributes }: NewsletterResource) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      const { title, layout_type, design, colours, issue_date, code } = attributes;
      // The prefix must not make the title longer than allowed.
      const body = {
        title: `Correction: ${title}`.slice(0, TEXT_MAX).trim(),
        layout_type,
        design: designId(design),
        colours,
        issue_date,
        code: codeSchema.parse(code),
      };
      return await beginOnce(
        async (if_begun) =>
          (await call(newsletterRoutes.createNewsletter, { body: { ...body, if_begun }, handles: isBegun }))
            .news_letter.data,
      );
    },
    // Resolves when the editor is open: with a slow connection a second press would create a second copy.
    onSuccess: (begun) => (begun === null ? undefined : navigate(screenPath('editor', { id: begun.id }))),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.newsletters.all }),
  });
}
