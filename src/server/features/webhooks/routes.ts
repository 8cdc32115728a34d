import { z } from 'zod';
import { DELIVERIES_KEPT_MS, webhookRoutes } from '#contract/api/webhooks.ts';
import type { AppContext } from '#server/context.ts';
import { enqueueWebhook, webhookQueue } from '#server/data/webhooks/queue.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { pageTotals } from '#server/platform/paging.ts';
import { deliverInTurn } from './deliver.ts';
import { defineWebhookMails } from './emails.ts';
import { deleteOld, listDue, listWebhookDeliveries, listWebhooks, resumeWebhooksAfterJump } from './repo.ts';
import {
  addWebhook,
  changeWebhook,
  presentWebhook,
  presentWebhookDelivery,
  redeliver,
  removeWebhook,
  renewSecret,
  requireWebhook,
  testWebhook,
} from './webhooks.ts';

const sweep = queue('webhook_sweep', z.object({}));
const cleanUp = queue('webhook_clean_up', z.object({}));
const AT_ONCE = 4;

/** The handlers of webhooks, and their jobs. */
export function webhookHandlers(context: AppContext): readonly Handler[] {
  defineJobs(context);
  return [...kept(context), ...delivered(context)];
}

function defineJobs(context: AppContext): void {
  const { jobs, database, clock } = context;
  defineWebhookMails(context);
  jobs.define(webhookQueue, ({ schoolId, webhookId }) => deliverInTurn(context, schoolId, webhookId), {
    oneWaiting: true,
    concurrency: AT_ONCE,
  });
  // Limits the wait if a job is ever lost.
  jobs.define(sweep, async () => {
    const now = clock.now();
    await resumeWebhooksAfterJump(database, now);
    for (const due of await listDue(database, now)) await enqueueWebhook(context, due);
  });
  jobs.schedule(sweep, '*/5 * * * *', 'UTC', {});
  jobs.define(cleanUp, async () => {
    const now = clock.now();
    await deleteOld(database, new Date(now.getTime() - DELIVERIES_KEPT_MS), now);
  });
  jobs.schedule(cleanUp, '20 3 * * *', 'Europe/London', {});
}

function kept(context: AppContext): readonly Handler[] {
  const { database } = context;
  return [
    handle(webhookRoutes.listWebhooks, async ({ caller }) => {
      const rows = await listWebhooks(database, caller.schoolId);
      return { webhooks: { data: rows.map((row) => presentWebhook(context, row)) } };
    }),
    handle(webhookRoutes.createWebhook, async ({ caller, body }) => {
      const { row, secret } = await addWebhook(context, caller, body);
      return { secret, webhook: { data: presentWebhook(context, row) } };
    }),
    handle(webhookRoutes.updateWebhook, async ({ caller, params: { id }, body }) => ({
      webhook: { data: presentWebhook(context, await changeWebhook(context, caller, id, body)) },
    })),
    handle(webhookRoutes.removeWebhook, async ({ caller, params: { id } }) => {
      await removeWebhook(context, caller, id);
    }),
    handle(webhookRoutes.renewSecret, async ({ caller, params: { id } }) => {
      const { row, secret } = await renewSecret(context, caller, id);
      return { secret, webhook: { data: presentWebhook(context, row) } };
    }),
  ];
}

function delivered(context: AppContext): readonly Handler[] {
  return [
    handle(webhookRoutes.testWebhook, async ({ caller, params: { id } }) => ({
      webhook_delivery: { data: presentWebhookDelivery(await testWebhook(context, caller, id)) },
    })),
    handle(webhookRoutes.listWebhookDeliveries, async ({ caller, params: { id }, query }) => {
      const webhook = await requireWebhook(context, caller, id);
      const { rows, total } = await listWebhookDeliveries(context.database, webhook, query);
      return {
        webhook_deliveries: { data: rows.map(presentWebhookDelivery) },
        ...pageTotals(total, query),
        total,
      };
    }),
    handle(webhookRoutes.sendWebhookAgain, async ({ caller, params: { id } }) => ({
      webhook_delivery: { data: presentWebhookDelivery(await redeliver(context, caller, id)) },
    })),
  ];
}
