import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { TEXT_MAX } from '#contract/fields.ts';
import { isEverybody } from '#contract/groups/audience.ts';
import { type NewsletterResource, newsletterRoutes } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import { codeSchema } from '#newsletter/document/document.ts';
import { asFields, settingsOfFields } from '#newsletter/settings/settings.ts';
import { noticeWords } from '#newsletter/words/notice-words.ts';
import { useSchool } from '#web/api/account.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { storeDraftMessage } from '#web/newsletter-ui/audience/draft-message.ts';
import type { SendToChoice } from '#web/newsletter-ui/audience/send-to-choice.ts';
import { beginOnce, isBegun } from './begin-once.ts';

/** Copies a newsletter as 'Correction: …', in the school's language, for the same recipients, and opens it in the editor. */
export function useCorrection({ id, attributes }: NewsletterResource) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { words } = noticeWords(useSchool()?.attributes.language ?? 'en');
  return useMutation({
    mutationFn: async () => {
      const { title, layout_type, code } = attributes;
      // The prefix must not make the title longer than allowed.
      const body = {
        title: `${words.correctionTitle} ${title}`.slice(0, TEXT_MAX).trim(),
        layout_type,
        ...asFields(settingsOfFields(attributes)),
        code: codeSchema.parse(code),
      };
      const to = await reachedGroups(id);
      const begun = await beginOnce(
        async (if_begun) =>
          (await call(newsletterRoutes.createNewsletter, { body: { ...body, if_begun }, handles: isBegun }))
            .news_letter.data,
      );
      if (begun !== null && to !== null) storeDraftMessage(begun.id, { to });
      return begun;
    },
    // Resolves when the editor is open: with a slow connection a second press would create a second copy.
    onSuccess: (begun) => (begun === null ? undefined : navigate(screenPath('editor', { id: begun.id }))),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.newsletters.all }),
  });
}

/** The groups that a newsletter was sent to; null if it went to everybody, or if no single choice covers its deliveries. */
async function reachedGroups(id: string): Promise<SendToChoice | null> {
  const { deliveries } = await call(deliveryRoutes.listDeliveries, { params: { id } });
  const sent = deliveries.data.filter(({ attributes: each }) => each.sent > 0 || each.waiting > 0);
  const choices = sent.map(({ attributes: { groups } }) => groups ?? { any: [], none: [] });
  const [first] = choices;
  if (first === undefined || choices.some(({ any }) => any.length === 0 && choices.length > 1)) return null;
  if (choices.length === 1) return isEverybody(first) ? null : { some: true, ...first };
  if (choices.some(({ none }) => none.length > 0)) return null;
  return { some: true, any: [...new Set(choices.flatMap(({ any }) => any))], none: [] };
}
