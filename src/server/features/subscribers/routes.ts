import { mailReportRoutes } from '#contract/mail/mail-reports.ts';
import { type SubscriberResource, subscriberRoutes } from '#contract/subscribers.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { subscribersCsv } from '#server/data/families/subscribers-csv.ts';
import type { Subscriber } from '#server/data/subscribers.ts';
import { answerImport } from '#server/features/subscribers/import/import-answer.ts';
import { cancelImport, defineImports } from '#server/features/subscribers/import/import-jobs.ts';
import {
  lastImport,
  loadResult,
  presentImport,
} from '#server/features/subscribers/import/import-progress.ts';
import { showUndoing, undoImport } from '#server/features/subscribers/import/import-undo.ts';
import { type Handler, handle, type Member } from '#server/platform/http/handle.ts';
import { presentSubscriber, presentSubscribers } from './present.ts';
import {
  addSubscriber,
  deleteSubscriber,
  editSubscriber,
  loadSubscriber,
  searchSubscribers,
  trustAddress,
} from './service.ts';

/** The handlers of subscribers and imports. */
export function subscriberHandlers(context: AppContext): readonly Handler[] {
  defineImports(context);
  const answer = async (row: Subscriber) => ({ subscriber: { data: await presentSubscriber(context, row) } });
  return [
    handle(subscriberRoutes.listSubscribers, async ({ caller, query }) => {
      const { items, ...pages } = await searchSubscribers(context, caller, query);
      return { subscribers: { data: await presentSubscribers(context, caller.schoolId, items) }, ...pages };
    }),
    handle(subscriberRoutes.createSubscriber, async ({ caller, body }) =>
      answer(await addSubscriber(context, caller, body)),
    ),
    handle(subscriberRoutes.importSubscribers, (call) => answerImport(context, call)),
    handle(subscriberRoutes.lastImport, async ({ caller }) => ({
      subscriber_import: { data: await lastImport(context, caller) },
    })),
    handle(
      subscriberRoutes.importResult,
      async ({ caller, params }) => await loadResult(context, caller, params.id),
    ),
    handle(subscriberRoutes.cancelImport, async ({ caller, params }) => ({
      subscriber_import: {
        data: await presentImport(context, await cancelImport(context, caller, params.id)),
      },
    })),
    handle(subscriberRoutes.importUndoing, async ({ caller, params }) => ({
      undoing: await showUndoing(context, caller, params.id),
    })),
    handle(subscriberRoutes.undoImport, async ({ caller, params }) => ({
      subscriber_import: { data: await presentImport(context, await undoImport(context, caller, params.id)) },
    })),
    handle(subscriberRoutes.exportSubscribers, async ({ caller, reply }) => {
      reply.header('content-disposition', 'attachment; filename="subscribers.csv"');
      await recordAudit(context, caller, 'subscribers_exported', 'the subscribers');
      return subscribersCsv(context.database, caller.schoolId, { isWhole: false });
    }),
    handle(subscriberRoutes.getSubscriber, async ({ caller, params }) =>
      answer(await loadSubscriber(context, caller, params.id)),
    ),
    handle(subscriberRoutes.updateSubscriber, async ({ caller, params, body }) =>
      answer(await editSubscriber(context, caller, params.id, body)),
    ),
    handle(mailReportRoutes.addressWorksAgain, async ({ caller, params }) =>
      answer(await trustAddress(context, caller, params.id)),
    ),
    handle(
      subscriberRoutes.deleteSubscriber,
      async ({ caller, params }) => await deleteSubscriber(context, caller, params.id),
    ),
  ];
}

/**
 * One subscriber of the caller's school as the contract shows it, for `GET /invites/:id`, which finds staff and
 * subscribers. Throws 404.
 */
export async function subscriberFor(
  context: AppContext,
  caller: Member,
  id: string,
): Promise<SubscriberResource> {
  return await presentSubscriber(context, await loadSubscriber(context, caller, id));
}
