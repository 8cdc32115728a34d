import { tokenRoutes } from '#contract/api/tokens.ts';
import { webhookRoutes } from '#contract/api/webhooks.ts';
import { approvalRoutes } from '#contract/approval/approval.ts';
import { eventImportRoutes } from '#contract/calendar/event-imports.ts';
import { eventRoutes } from '#contract/calendar/events.ts';
import { listingRoutes } from '#contract/families/listings.ts';
import { schoolPageRoutes } from '#contract/families/school-pages.ts';
import { familyRoutes } from '#contract/families/sign-up.ts';
import { groupRoutes } from '#contract/groups/groups.ts';
import { memberRoutes } from '#contract/groups/members.ts';
import { moveUpRoutes } from '#contract/groups/move-up.ts';
import { mailReportRoutes } from '#contract/mail/mail-reports.ts';
import { partRoutes } from '#contract/parts/parts.ts';
import { rhythmRoutes } from '#contract/rhythm/rhythm.ts';
import { confirmRoutes } from '#contract/sign-in/confirming.ts';
import { passkeyRoutes } from '#contract/sign-in/passkeys.ts';
import { providerRoutes } from '#contract/sign-in/providers.ts';
import { secondFactorRoutes } from '#contract/sign-in/second-factor.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import { twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { timingRoutes } from '#contract/timing/timings.ts';
import { auditRoutes } from './audit.ts';
import { billingRoutes } from './billing.ts';
import { dashboardRoutes } from './dashboard.ts';
import { deliveryRoutes } from './deliveries.ts';
import { fileRoutes } from './files.ts';
import { historyRoutes } from './history.ts';
import { inviteRoutes } from './invites.ts';
import { newsletterRoutes } from './newsletters.ts';
import { noteRoutes } from './notes.ts';
import { peopleRoutes } from './people.ts';
import type { Route } from './route.ts';
import { savedItemRoutes } from './saved-items.ts';
import { schoolRoutes } from './school.ts';
import { schoolClosureRoutes } from './school-closure.ts';
import { serviceRoutes } from './service.ts';
import { subscriberRoutes } from './subscribers.ts';
import { togetherRoutes } from './together.ts';

/** Every call of the API. The server does not start if one has no handler. */
export const routes = {
  ...peopleRoutes,
  ...sessionRoutes,
  ...twoStepRoutes,
  ...confirmRoutes,
  ...secondFactorRoutes,
  ...tokenRoutes,
  ...providerRoutes,
  ...webhookRoutes,
  ...passkeyRoutes,
  ...inviteRoutes,
  ...auditRoutes,
  ...schoolRoutes,
  ...newsletterRoutes,
  ...historyRoutes,
  ...togetherRoutes,
  ...noteRoutes,
  ...partRoutes,
  ...approvalRoutes,
  ...timingRoutes,
  ...rhythmRoutes,
  ...schoolPageRoutes,
  ...eventRoutes,
  ...eventImportRoutes,
  ...listingRoutes,
  ...savedItemRoutes,
  ...dashboardRoutes,
  ...schoolClosureRoutes,
  ...subscriberRoutes,
  ...mailReportRoutes,
  ...groupRoutes,
  ...memberRoutes,
  ...moveUpRoutes,
  ...familyRoutes,
  ...deliveryRoutes,
  ...fileRoutes,
  ...billingRoutes,
  ...serviceRoutes,
} as const satisfies Readonly<Record<string, Route>>;
