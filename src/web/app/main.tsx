import { startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router';
import { shareSession } from '#web/session/session.ts';
import { App } from './app.tsx';
import { keepFocus } from './keep-focus.ts';
import { screens } from './router.tsx';

// A prerendered page loads this script before the document is complete; see START_SCRIPT.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', main);
else main();

function main(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  void start(root);
}

async function start(root: HTMLElement): Promise<void> {
  void shareSession();
  keepFocus();
  const isPrerendered = root.hasChildNodes() && (await preloadMatchedRoutes());
  const app = (
    <App>
      <ReplayClicks />
      <RouterProvider router={createBrowserRouter(screens)} />
    </App>
  );
  // Hydrating in a transition leaves room to respond to taps meanwhile.
  if (isPrerendered) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
}

// Repeats a click from before hydration: see `src/server/platform/http/inline-scripts.ts`.
function ReplayClicks() {
  useEffect(() => {
    document.documentElement.dataset.ready = '';
    // Only after a timeout are the links those for the signed-in person.
    const timer = setTimeout(() => {
      const pressed = document.querySelector<HTMLElement>('[data-pressed]');
      delete pressed?.dataset.pressed;
      pressed?.click();
    });
    return () => clearTimeout(timer);
  }, []);
  return null;
}

/**
 * Loads the modules of the prerendered page, so that the router's first render has the same content. Returns false if
 * they cannot be loaded (a release has removed them); the router then shows the error.
 */
async function preloadMatchedRoutes(): Promise<boolean> {
  const matches = matchRoutes(screens, window.location) ?? [];
  try {
    await Promise.all(
      matches.map(async ({ route }) => {
        if (typeof route.lazy !== 'function') return;
        Object.assign(route, await route.lazy(), { lazy: undefined });
      }),
    );
    return true;
  } catch {
    return false;
  }
}
