/**
 * The routes of the screens, for the browser's router and for the server, which answers 404 for any
 * other path. Source: docs/requirements/screens.md 2.
 */
export const SCREENS = {
  landing: '/',
  home: '/home',
  invite: '/home/:token',
  howItWorks: '/how-it-works',
  pricing: '/pricing',
  forgotPassword: '/forgot-password',
  changePassword: '/change-password',
  confirmEmail: '/confirm-email',
  confirmSchoolEmail: '/confirm-school-email',
  /** The address to which a provider sends people back. */
  signIn: '/sign-in/:provider',
  terms: '/terms',
  privacy: '/privacy-policy',
  cookies: '/cookies-policy',
  help: '/help',
  apiGuide: '/help/api',
  accessibility: '/accessibility',
  app: '/app',
  dashboard: '/app/dashboard',
  onboarding: '/app/onboarding',
  newsletters: '/app/newsletters',
  createNewsletter: '/app/newsletters/create',
  editor: '/app/newsletters/editor/:id',
  publicUrl: '/app/newsletter/public-url/:id',
  edition: '/app/newsletters/:id/editions/:edition',
  send: '/app/newsletter/send/:id',
  calendar: '/app/calendar',
  settings: '/app/settings',
  myDetails: '/app/settings/my-details',
  passwordSettings: '/app/settings/change-password',
  subscription: '/app/settings/subscription',
  invoices: '/app/settings/invoice',
  choosePlan: '/app/settings/choose-plan',
  billingInfo: '/app/settings/billing-info',
  updateBillingInfo: '/app/settings/billing-info/update',
  cardSettings: '/app/settings/card-settings',
  changeCard: '/app/settings/change-card',
  schoolSettings: '/app/settings/school-settings',
  features: '/app/settings/what-you-use',
  branding: '/app/settings/newsletter-branding',
  files: '/app/settings/files',
  activity: '/app/settings/activity',
  groups: '/app/settings/groups',
  rhythm: '/app/settings/rhythm',
  manageUsers: '/app/settings/manage-users',
  closeSchool: '/app/settings/close-school',
  apiSettings: '/app/settings/api',
  inviteSubscriber: '/app/settings/invite-subscriber',
  editSubscriber: '/app/settings/edit-subscriber/:id',
  importSubscribers: '/app/settings/import-subscribers',
  inviteUser: '/app/settings/invite-user',
  editUser: '/app/settings/edit-user/:id',
} as const;
export type Screen = keyof typeof SCREENS;

/** The list of subscribers and of waiting families: a part of Manage users. */
export const SUBSCRIBERS_ADDRESS = `${SCREENS.manageUsers}?show=subscribers`;

/** Two-step sign-in: a section of the password settings. */
export const TWO_STEP_ID = 'two-step';
export const TWO_STEP_ADDRESS = `${SCREENS.passwordSettings}#${TWO_STEP_ID}`;

/** Used in place of an edition's id in its screen's path, for the newest one. */
export const NEWEST_EDITION = 'newest';

/** The path prefix of published newsletters. The server renders these pages. */
export const PUBLISHED_PATH = '/published/';

/** The path prefix of a school's pages for families; its address follows. The server renders them. */
export const SCHOOL_PATH = '/s/';

/** The sitemap of the pages that schools let search engines list. */
export const SCHOOLS_SITEMAP_PATH = '/sitemap-schools.xml';

/** The path prefix of a reader's own pages; a token follows. */
export const READER_PATH = '/r/';

/** A school's pages for families, each by its path after the school's address. */
export const SCHOOL_PAGES = {
  home: '',
  newsletters: '/newsletters',
  newslettersAtom: '/newsletters.atom',
  newslettersJson: '/newsletters.json',
  /** The newest newsletter, wherever it was published. */
  latest: '/latest',
  diary: '/diary',
  calendar: '/diary.ics',
  groupCalendar: '/diary/:group.ics',
  signUp: '/sign-up',
  /** For a frame in the school's own website. */
  embed: '/embed',
} as const;
export type SchoolPage = keyof typeof SCHOOL_PAGES;

/** The path of a page for families, at the school's address. */
export function schoolPagePath(
  address: string,
  page: SchoolPage = 'home',
  params: Readonly<Record<string, string>> = {},
): string {
  const path = SCHOOL_PAGES[page].replace(/:([a-z]+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  return `${SCHOOL_PATH}${address}${path}`;
}

/** The parts that the page for a frame can show, each with a query parameter; without any, it shows all that is switched on. */
export const EMBED_PARTS = ['newsletters', 'diary', 'signUp'] as const satisfies readonly SchoolPage[];
export type EmbedPart = (typeof EMBED_PARTS)[number];

/** The path of the page for a frame with some parts only. */
export function embedPath(address: string, parts: readonly EmbedPart[]): string {
  const query = EMBED_PARTS.filter((part) => parts.includes(part)).map((part) => `${part}=1`);
  return [schoolPagePath(address, 'embed'), ...(query.length === 0 ? [] : [query.join('&')])].join('?');
}

/** The file name of the calendar with all dates of a newsletter; a single event's file is named by its key. */
export const ALL_DATES = 'all-dates';

/** The path of a calendar file of a published newsletter. */
export function calendarPath(slug: string, key: string): string {
  return `${PUBLISHED_PATH}${slug}/${key}.ics`;
}

/** A screen's path with its parameters filled in. */
export function screenPath(screen: Screen, params: Readonly<Record<string, string>> = {}): string {
  return SCREENS[screen].replace(/:([a-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** Whether a path belongs to a screen. */
export function isScreen(path: string): boolean {
  return SCREEN_PATTERNS.some((pattern) => pattern.test(path));
}

const SCREEN_PATTERNS = Object.values(SCREENS).map(
  (path) => new RegExp(`^${path.replace(/:[a-z]+/g, '[^/]+')}/?$`),
);

/** The editor's query parameter that opens the choice of a time; its value is to publish or to unpublish. */
export const AT_A_TIME = 'at-a-time';
