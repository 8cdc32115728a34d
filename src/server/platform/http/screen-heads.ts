import { SCREENS, type Screen } from '#contract/paths.ts';

/** A screen in tabs, search results and link previews. */
export interface ScreenHead {
  /** The screen's name, or `notFound`; null for a screen without an entry here. */
  readonly screen: Screen | 'notFound' | null;
  /** Precedes the product's name; null: the product's name alone. */
  readonly title: string | null;
  /** `{product}` is replaced by the product's name. */
  readonly description: string;
  /** Whether search engines may index it. */
  readonly isPublic: boolean;
  readonly path: string;
}

const DEFAULT_DESCRIPTION =
  '{product} is where schools build, publish and share newsletters: in your own colours, and easy to read at the bus stop.';

type TitleAndDescription = readonly [title: string, description: string];

// Screens for search engines. The others only have a title.
const PUBLIC: Partial<Readonly<Record<Screen, TitleAndDescription>>> = {
  landing: ['Create School Newsletters', DEFAULT_DESCRIPTION],
  howItWorks: [
    'How it works',
    'Create, build and share a school newsletter in three steps: choose a layout, add your news, send parents a link.',
  ],
  pricing: ['Pricing', 'One annual plan for the whole school. Free for 3 months, with no payment details.'],
  terms: ['Terms of Service', 'The terms on which schools use {product}.'],
  privacy: ['Privacy Notice', 'What {product} keeps about staff, parents and pupils, why, and for how long.'],
  cookies: ['Cookie Policy', 'Which cookies {product} uses, and how to change your mind.'],
  help: ['Help', 'How to write, publish and send a school newsletter with {product}, also by keyboard.'],
  apiGuide: [
    'API and webhooks',
    'How programs of a school’s own call {product} with an API token, and are told what happens by webhooks.',
  ],
  accessibility: [
    'Accessibility statement',
    'What {product} does so that everybody can use it, what does not work yet, and how to tell us.',
  ],
};
const PRIVATE: Partial<Readonly<Record<Screen, string>>> = {
  invite: 'Join your school',
  forgotPassword: 'Forgot password',
  changePassword: 'Choose a password',
  confirmEmail: 'Confirm your email',
  confirmSchoolEmail: 'Confirm the school’s email',
  signIn: 'Signing in',
  onboarding: 'Welcome',
  newsletters: 'Newsletters',
  createNewsletter: 'Create newsletter',
  editor: 'Editor',
  publicUrl: 'Published',
  edition: 'As families saw it',
  settings: 'Settings',
  myDetails: 'My details',
  passwordSettings: 'Password settings',
  subscription: 'Subscription',
  invoices: 'Billing',
  choosePlan: 'Choose plan',
  billingInfo: 'Billing details',
  updateBillingInfo: 'Billing details',
  cardSettings: 'Payment Information',
};

/** The head of a screen by its path. */
export function headOf(path: string): ScreenHead {
  const screen = screenAt(path);
  // The landing page has two paths. The shorter one is canonical.
  const listed = screen === 'home' ? 'landing' : screen;
  const words = listed === null ? undefined : PUBLIC[listed];
  if (listed !== null && words !== undefined)
    return { screen, title: words[0], description: words[1], isPublic: true, path: SCREENS[listed] };
  return {
    screen,
    title: (screen && PRIVATE[screen]) ?? null,
    description: DEFAULT_DESCRIPTION,
    isPublic: false,
    path,
  };
}

/** The paths of the screens in the sitemap. */
export function listedScreens(): readonly string[] {
  return Object.keys(PUBLIC)
    .filter(isName)
    .map((name) => SCREENS[name]);
}

/** The head of the Not found page. */
export const NOT_FOUND_HEAD: ScreenHead = {
  screen: 'notFound',
  title: 'Not found',
  description: DEFAULT_DESCRIPTION,
  isPublic: false,
  path: '/',
};

function screenAt(path: string): Screen | null {
  for (const [name, pattern] of PATTERNS) if (pattern.test(path)) return name;
  return null;
}

const NAMES: readonly Screen[] = [...Object.keys(PUBLIC), ...Object.keys(PRIVATE), 'home'].filter(isName);
const PATTERNS = NAMES.map(
  (name) => [name, new RegExp(`^${SCREENS[name].replace(/:[a-z]+/g, '[^/]+')}/?$`)] as const,
);

function isName(name: string): name is Screen {
  return name in SCREENS;
}
