import { startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router';
import { App } from './app.tsx';
import { screens } from './router.tsx';

// A page that was rendered at the build begins with this before all of it has come, see START_SCRIPT.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
else begin();

function begin(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  void start(root);
}

async function start(place: HTMLElement): Promise<void> {
  const isRendered = place.hasChildNodes() && (await loadShown());
  const app = (
    <App>
      <ReplayClicks />
      <RouterProvider router={createBrowserRouter(screens)} />
    </App>
  );
  // In pieces, so that a tap meanwhile is answered.
  if (isRendered) startTransition(() => void hydrateRoot(place, app));
  else createRoot(place).render(app);
}

// What was pressed before the app was there: see `src/server/platform/http/inline-scripts.ts`.
function ReplayClicks() {
  useEffect(() => {
    document.documentElement.dataset.ready = '';
    // By then the links are those of who is signed in.
    const pressing = setTimeout(() => {
      const pressed = document.querySelector<HTMLElement>('[data-pressed]');
      delete pressed?.dataset.pressed;
      pressed?.click();
    });
    return () => clearTimeout(pressing);
  }, []);
  return null;
}

/**
 * Loads what the page shows already, so that the router begins with it: else it would begin with nothing. False where
 * the files are gone, after a release: then the router finds that out by itself, and says so.
 */
async function loadShown(): Promise<boolean> {
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
