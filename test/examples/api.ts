import { tokenRoutes } from '#contract/api/tokens.ts';
import { webhookRoutes } from '#contract/api/webhooks.ts';
import { webhookDeliveries, webhooks } from '#server/platform/db/schema/api.ts';
import type { TestApp } from '#test/app.ts';
import type { ExampleCaller, Examples } from './example.ts';

const NEW_TOKEN = { name: 'Library', scopes: ['events:read'], ends_in: '30_days' } as const;

// No name of this kind ever resolves (RFC 2606), so nothing is sent.
const NEW_WEBHOOK = { url: 'https://receiver.invalid/told', events: ['newsletter.published' as const] };

/** Calls about API tokens and webhooks. */
export const API_EXAMPLES = {
  listTokens: async () => ({}),
  createToken: async () => ({ body: NEW_TOKEN }),
  removeToken: async (test, { token }) => {
    const made = (await test.call(tokenRoutes.createToken, { token, body: NEW_TOKEN })).ok();
    return { params: { id: made.api_token.data.id } };
  },
  listWebhooks: async () => ({}),
  createWebhook: async () => ({ body: NEW_WEBHOOK }),
  updateWebhook: async (test, actor) => ({
    params: { id: await webhookOf(test, actor) },
    body: { is_on: false },
  }),
  removeWebhook: async (test, actor) => ({ params: { id: await webhookOf(test, actor) } }),
  renewSecret: async (test, actor) => ({ params: { id: await webhookOf(test, actor) } }),
  testWebhook: async (test, actor) => ({ params: { id: await webhookOf(test, actor) } }),
  listWebhookDeliveries: async (test, actor) => ({ params: { id: await webhookOf(test, actor) } }),
  sendWebhookAgain: async (test, { schoolId }) => {
    const orm = test.context.database.orm();
    const of = { schoolId: schoolId ?? '' };
    const [hook] = await orm
      .insert(webhooks)
      .values({ ...of, ...NEW_WEBHOOK, secret: 'whsec_' })
      .returning();
    const failed = { webhookId: hook?.id ?? '', event: 'test', body: '{}', state: 'failed' } as const;
    const [row] = await orm
      .insert(webhookDeliveries)
      .values({ ...of, ...failed })
      .returning();
    return { params: { id: row?.id ?? '' } };
  },
} satisfies Examples;

async function webhookOf(test: TestApp, { token }: ExampleCaller): Promise<string> {
  const made = await test.call(webhookRoutes.createWebhook, { token, body: NEW_WEBHOOK });
  return made.ok().webhook.data.id;
}
