import { routes } from '#contract/routes.ts';
import { serviceRoutes } from '#contract/service.ts';
import type { AppContext } from '#server/context.ts';
import { checkTenantAccess } from '#server/platform/db/tenant-access.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { VERSION } from '#server/version.ts';
import { openApiOf } from './openapi.ts';
import { defineSealing } from './seal-plain.ts';

/** The handlers for public configuration, health and the OpenAPI document. */
export function serviceHandlers(context: AppContext): readonly Handler[] {
  defineSealing(context);
  const { config } = context;
  const { product, stripe } = config;
  const payment =
    stripe === undefined
      ? { provider: 'sandbox' as const }
      : { provider: 'stripe' as const, publishable_key: stripe.publishableKey };
  const openApi = once(() => openApiOf(routes, { productName: product.name, url: config.publicUrl }));
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
      return { status: 'ok' as const, version: VERSION };
    }),
    handle(serviceRoutes.openapi, async () => openApi()),
  ];
}

// Half a megabyte that few callers want, so it is made only then. With port 0 its address is known only after listening.
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
