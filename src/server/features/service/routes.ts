import { routes } from '#contract/routes.ts';
import { serviceRoutes } from '#contract/service.ts';
import type { AppContext } from '#server/context.ts';
import { checkTenantAccess } from '#server/platform/db/tenant-access.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { openApiOf } from './openapi.ts';

/** The handlers for public configuration, health and the OpenAPI document. */
export function service(context: AppContext): readonly Handler[] {
  const { config } = context;
  const { product, stripe } = config;
  const openApi = openApiOf(routes, product.name);
  const payment =
    stripe === undefined
      ? { provider: 'sandbox' as const }
      : { provider: 'stripe' as const, publishable_key: stripe.publishableKey };
  return [
    handle(serviceRoutes.config, async () => ({
      product_name: product.name,
      contact_email: product.contactEmail,
      contact_phone: product.contactPhone,
      social_url: product.socialUrl,
      operator_name: product.operatorName,
      operator_address: product.operatorAddress,
      trial_mails_per_day: config.trialMailsPerDay,
      payment,
    })),
    handle(serviceRoutes.health, async () => {
      await checkTenantAccess(context.database);
      return { status: 'ok' as const };
    }),
    handle(serviceRoutes.openapi, async () => openApi),
  ];
}
