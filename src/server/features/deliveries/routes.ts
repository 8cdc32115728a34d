import { deliveryRoutes } from '#contract/deliveries.ts';
import type { AppContext } from '#server/context.ts';
import { listDeliveries } from '#server/data/deliveries.ts';
import { listFailures, listMailsTo } from '#server/data/recipients.ts';
import { findSubscriber } from '#server/data/subscribers.ts';
import { defineRetention } from '#server/features/deliveries/retention/retention.ts';
import { defineSending } from '#server/features/deliveries/worker/jobs.ts';
import type { LoadMailSource, VariantMails } from '#server/features/deliveries/worker/mail-source.ts';
import { notFound } from '#server/platform/http/errors.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { pageTotals } from '#server/platform/paging.ts';
import { presentDelivery, presentFailure, presentMailTo } from './present.ts';
import {
  cancelDelivery,
  createDelivery,
  describeAudience,
  loadProgress,
  type Progress,
  pauseDelivery,
  progressOf,
  readMail,
  requestTestMail,
  resumeDelivery,
} from './service.ts';

/** Sending newsletters by e-mail. `loadSource` and `variants` are supplied by the newsletters feature. */
export function sendingHandlers(
  context: AppContext,
  loadSource: LoadMailSource,
  variants: VariantMails,
): readonly Handler[] {
  defineSending(context, loadSource, variants);
  defineRetention(context);
  return [
    ...beginning(context, loadSource),
    ...readHandlers(context, loadSource),
    ...controlHandlers(context, loadSource),
  ];
}

function answer(progress: Progress) {
  return { delivery: { data: presentDelivery(progress) } };
}

function beginning(context: AppContext, loadSource: LoadMailSource): readonly Handler[] {
  return [
    handle(deliveryRoutes.sendTestMail, async ({ caller, params, body }) => {
      await requestTestMail(context, loadSource, caller, params.id, body);
    }),
    handle(deliveryRoutes.createDelivery, async ({ caller, params, body }) =>
      answer(await createDelivery(context, loadSource, caller, params.id, body)),
    ),
  ];
}

function readHandlers(context: AppContext, loadSource: LoadMailSource): readonly Handler[] {
  return [
    handle(deliveryRoutes.audience, ({ caller, params, query }) =>
      describeAudience(context, loadSource, caller, params.id, query),
    ),
    handle(deliveryRoutes.readMail, async ({ caller, params, query }) => ({
      mail: await readMail(context, loadSource, caller, params.id, query.groups),
    })),
    handle(deliveryRoutes.listDeliveries, async ({ caller, params, query }) => {
      const { schoolId } = caller;
      if ((await loadSource(context, schoolId, params.id)) === null) throw notFound('Newsletter');
      const { rows, total } = await listDeliveries(context.database, schoolId, params.id, query);
      const shown = await progressOf(context, schoolId, rows);
      return { deliveries: { data: shown.map(presentDelivery) }, ...pageTotals(total, query) };
    }),
    handle(deliveryRoutes.getDelivery, async ({ caller, params }) =>
      answer(await loadProgress(context, caller.schoolId, params.id)),
    ),
    handle(deliveryRoutes.listFailures, async ({ caller, params, query }) => {
      const { delivery } = await loadProgress(context, caller.schoolId, params.id);
      const { rows, total } = await listFailures(context.database, delivery, query);
      const data = rows.map((row) => presentFailure(row, caller.role));
      return { failures: { data }, ...pageTotals(total, query) };
    }),
    handle(deliveryRoutes.listSubscriberMails, async ({ caller, params, query }) => {
      const subscriber = await findSubscriber(context.database, caller.schoolId, params.id);
      if (subscriber === undefined) throw notFound('Subscriber');
      const { rows, total } = await listMailsTo(context.database, subscriber, query);
      return { subscriber_mails: { data: rows.map(presentMailTo) }, ...pageTotals(total, query) };
    }),
  ];
}

function controlHandlers(context: AppContext, loadSource: LoadMailSource): readonly Handler[] {
  return [
    handle(deliveryRoutes.pauseDelivery, async ({ caller, params }) =>
      answer(await pauseDelivery(context, caller, params.id)),
    ),
    handle(deliveryRoutes.resumeDelivery, async ({ caller, params }) =>
      answer(await resumeDelivery(context, loadSource, caller, params.id)),
    ),
    handle(deliveryRoutes.cancelDelivery, async ({ caller, params }) =>
      answer(await cancelDelivery(context, caller, params.id)),
    ),
  ];
}
