import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { SCREENS, type Screen } from '#contract/paths.ts';
import { App } from './app.tsx';
import { publicScreens, withRoot } from './public-screens.tsx';

/**
 * Renders the public screens to HTML at build time, so that they can be read before any script loads. Facts about the
 * product are placeholders (`PRODUCT_PLACEHOLDERS`), which the server fills in.
 */

const SHELL = ['features/landing/landing-shell.tsx', 'features/sign-in/auth-panel-gate.tsx'];
const LANDING = 'features/landing/landing-screen.tsx';
/** When a page starts the app: at once, in an idle moment, or only when somebody reaches for a button or link. */
type Start = 'now' | 'idle' | 'touched';
/** Each screen with the file that `public-screens.tsx` loads for it, and when it starts; default: idle. */
const PAGES: readonly (readonly [name: Screen | 'notFound', file: string, start?: Start])[] = [
  ['landing', LANDING, 'touched'],
  ['home', LANDING, 'touched'],
  // Their addresses open the panel, which needs the app.
  ['invite', LANDING, 'now'],
  ['forgotPassword', LANDING, 'now'],
  ['howItWorks', 'features/landing/how-it-works-screen.tsx'],
  ['pricing', 'features/landing/pricing-screen.tsx'],
  ['terms', 'features/policies/terms-screen.tsx'],
  ['privacy', 'features/policies/privacy-screen.tsx'],
  ['cookies', 'features/policies/cookies-screen.tsx'],
  ['help', 'features/help/help-screen.tsx'],
  ['apiGuide', 'features/help/api-guide-screen.tsx'],
  ['accessibility', 'features/help/accessibility-screen.tsx'],
  ['notFound', 'features/not-found/not-found-screen.tsx'],
];

interface RenderedPage {
  readonly name: string;
  /** The content of `#root`. */
  readonly html: string;
  /** The modules below src/web that the page needs besides the entry's. */
  readonly modules: readonly string[];
  readonly start: Start;
}

// An invitation shows the home page: its links lead there, because no token is known at build time.
function pathOf(name: (typeof PAGES)[number][0]): string {
  if (name === 'notFound') return '/not-found';
  return SCREENS[name === 'invite' ? 'home' : name];
}

/** Renders all pages. Throws if one redirects. */
export async function renderPages(): Promise<readonly RenderedPage[]> {
  const handler = createStaticHandler(withRoot([publicScreens]));
  const pages: RenderedPage[] = [];
  for (const [name, file, start = 'idle'] of PAGES) {
    const path = pathOf(name);
    const context = await handler.query(new Request(`http://build.example${path}`));
    if (context instanceof Response) throw new Error(`${path} redirects`);
    const router = createStaticRouter(handler.dataRoutes, context);
    const html = renderToString(
      <App>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </App>,
    );
    pages.push({ name, html, modules: [...SHELL, file], start });
  }
  return pages;
}
