/** The screens that `low-and-forced.desktop.spec.ts` walks through. `test/walked-screens.test.ts` checks that none is missing. */

/** Screens for everybody. */
export const PUBLIC_SCREENS = [
  '/',
  '/home',
  '/how-it-works',
  '/pricing',
  '/terms',
  '/privacy-policy',
  '/cookies-policy',
  '/help',
  '/help/api',
  '/accessibility',
  '/change-password?token=abc',
  '/confirm-email?token=abc',
  '/confirm-school-email?token=abc',
  '/nowhere',
] as const;

/** Addresses that open a panel over the landing page. */
export const PANEL_SCREENS = [
  '/?login=true',
  '/?register=true',
  '/home/an-invitation',
  '/forgot-password',
  '/sign-in/google?error=access_denied',
] as const;

/** Screens for staff. `{id}` is a published newsletter's id, `{subscriber}` and `{colleague}` are ids of people. */
export const STAFF_SCREENS = [
  '/app/dashboard',
  '/app/calendar',
  '/app/newsletters',
  '/app/newsletters/create',
  '/app/newsletter/send/{id}',
  '/app/newsletter/public-url/{id}',
  '/app/newsletters/{id}/editions/newest',
  '/app/settings',
  '/app/settings/my-details',
  '/app/settings/change-password',
  '/app/settings/subscription',
  '/app/settings/invoice',
  '/app/settings/choose-plan',
  '/app/settings/billing-info/update',
  '/app/settings/school-settings',
  '/app/settings/newsletter-branding',
  '/app/settings/what-you-use',
  '/app/settings/groups',
  '/app/settings/rhythm',
  '/app/settings/files',
  '/app/settings/activity',
  '/app/settings/api',
  '/app/settings/manage-users',
  '/app/settings/manage-users?show=subscribers',
  '/app/settings/invite-user',
  '/app/settings/edit-user/{colleague}',
  '/app/settings/invite-subscriber',
  '/app/settings/edit-subscriber/{subscriber}',
  '/app/settings/import-subscribers',
  '/app/settings/close-school',
] as const;

/*
 * Screens that are reached only in the course of something else are walked there:
  '/app',
  '/app/onboarding',
  '/app/newsletters/editor/{id}',
  '/app/settings/billing-info',
  '/app/settings/card-settings',
  '/app/settings/change-card',
 * the last three in the journey of a payment.
 */

/** Screens for families, below the address of their school. */
export const FAMILY_SCREENS = ['', '/newsletters', '/diary', '/sign-up'] as const;
