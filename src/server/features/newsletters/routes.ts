import { eventRoutes } from '#contract/calendar/events.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import type { MissingFiles } from '#newsletter/document/missing-files.ts';
import type { AppContext } from '#server/context.ts';
import { announceNews } from '#server/data/newsletter-news.ts';
import { requireOwnPart } from '#server/data/parts.ts';
import { requireNewsletterRoom } from '#server/data/quota/newsletter-room.ts';
import { createNextIssue, keepCarriedBlocks } from '#server/features/newsletters/drafts/next-issue.ts';
import { presentListItem } from '#server/features/newsletters/drafts/present.ts';
import { requireRoomForNew } from '#server/features/newsletters/drafts/room.ts';
import {
  createNewsletter,
  loadLatest,
  loadNewsletter,
  newsletterAnswer,
  savedAnswer,
  searchNewsletters,
  updateNewsletter,
} from '#server/features/newsletters/drafts/service.ts';
import { correctDateIn } from '#server/features/newsletters/publishing/date-correction.ts';
import {
  deleteNewsletter,
  type OnPublicChange,
  publishNewsletter,
  unpublishNewsletter,
} from '#server/features/newsletters/publishing/publishing.ts';
import { defineRebranding } from '#server/features/newsletters/publishing/rebranding.ts';
import { staffAddresses } from '#server/platform/files/own-addresses.ts';
import { type Handler, handle, type Member } from '#server/platform/http/handle.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import type { Newsletter } from './repo.ts';

/** Writing, listing and publishing newsletters. `changed` is called when a public page changes. */
export function newsletterHandlers(context: AppContext, changed: OnPublicChange): readonly Handler[] {
  defineRebranding(context, changed);
  const publishing = new SingleFlight<Newsletter>();
  const answer = async (row: Newsletter, missing?: MissingFiles) => ({
    news_letter: await newsletterAnswer(context, row, missing),
  });
  // Notifies everybody who has it open.
  const announced = (caller: Member, row: Newsletter, facts: Parameters<typeof announceNews>[4] = {}) => {
    announceNews(context.database, caller, row.id, row, facts);
    return row;
  };
  return [
    handle(newsletterRoutes.listNewsletters, async ({ caller, query }) => {
      const { items, ...pages } = await searchNewsletters(context, caller, query);
      const files = await staffAddresses(context, caller.schoolId);
      const data = items.map((row) => presentListItem(row, context.config.publicUrl, files));
      return { news_letter: { data }, ...pages };
    }),
    handle(newsletterRoutes.lastNewsletter, async ({ caller, query }) =>
      answer(await loadLatest(context, caller, query.title)),
    ),
    handle(newsletterRoutes.getNewsletter, async ({ caller, params }) => {
      await requireOwnPart(context, caller, params.id);
      return answer(await loadNewsletter(context, caller, params.id));
    }),
    handle(newsletterRoutes.createNewsletter, async ({ caller, body }) => {
      await requireRoomForNew(context, caller);
      return await answer(await createNewsletter(context, caller, body));
    }),
    handle(newsletterRoutes.updateNewsletter, async ({ caller, params, body, isMinimal }) => {
      const saved = await updateNewsletter(context, caller, params.id, body);
      announced(caller, saved.newsletter, body);
      if (isMinimal) return { news_letter: await savedAnswer(context, saved) };
      return await answer(saved.newsletter, saved.missing);
    }),
    handle(eventRoutes.correctNewsletter, async ({ caller, params: { id }, body }) => {
      announced(caller, await correctDateIn(context, caller, id, body.news_letter_id));
    }),
    handle(newsletterRoutes.nextIssue, async ({ caller, params, body }) => {
      await requireRoomForNew(context, caller);
      return await answer(await createNextIssue(context, caller, params.id, body));
    }),
    handle(newsletterRoutes.keepBlocks, async ({ caller, params, body }) =>
      answer(await keepCarriedBlocks(context, caller, params.id, body.blocks)),
    ),
    handle(newsletterRoutes.publishNewsletter, async ({ caller, params: { id }, body }) => {
      await requireNewsletterRoom(context, caller.schoolId);
      // Repeated clicks share one publish, as compressing is slow. Another version or role is another request: not every role may publish.
      const publish = () => publishNewsletter(context, caller, id, body, changed);
      const same = `${caller.schoolId} ${caller.role} ${id} ${body.version ?? ''} ${body.missing_files?.join() ?? ''}`;
      return answer(announced(caller, await publishing.run(same, publish)));
    }),
    handle(newsletterRoutes.unpublishNewsletter, async ({ caller, params }) =>
      answer(announced(caller, await unpublishNewsletter(context, caller, params.id, changed))),
    ),
    handle(newsletterRoutes.deleteNewsletter, async ({ caller, params }) => {
      await deleteNewsletter(context, caller, params.id, changed);
      announceNews(context.database, caller, params.id, null);
    }),
  ];
}
