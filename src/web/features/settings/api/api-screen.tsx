import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { TokenSection } from './token-section.tsx';
import { WebhookSection } from './webhook-section.tsx';

/** The settings for the school's own programs: API tokens and webhooks. */
export function Component() {
  return (
    <>
      <Breadcrumbs above={[{ label: 'Settings', to: SCREENS.settings }]} here="API and webhooks" />
      <PageTitle lead="For programs of your own, and of others whom you trust.">API and webhooks</PageTitle>
      <Anchor component={Link} to={SCREENS.apiGuide}>
        How programs use them
      </Anchor>
      <TokenSection />
      <WebhookSection />
    </>
  );
}
