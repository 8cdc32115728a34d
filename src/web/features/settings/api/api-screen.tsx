import { Anchor } from '@mantine/core';
import { SCREENS } from '#contract/paths.ts';
import { pathOf } from '#contract/route.ts';
import { serviceRoutes } from '#contract/service.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { TokenSection } from './token-section.tsx';
import { WebhookSection } from './webhook-section.tsx';

/** What programs of the school's own may do, and what they are told. */
export function Component() {
  return (
    <>
      <Breadcrumbs above={[{ label: 'Settings', to: SCREENS.settings }]} here="API and webhooks" />
      <PageTitle lead="For programs of your own, and of others whom you trust.">API and webhooks</PageTitle>
      <Anchor href={pathOf(serviceRoutes.openapi)}>What programs can call (OpenAPI)</Anchor>
      <TokenSection />
      <WebhookSection />
    </>
  );
}
