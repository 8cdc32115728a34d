import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { readStored, writeStored } from '#web/session/storage.ts';
import { productName } from '#web/words/product.ts';
import { Wordmark } from './brand.tsx';
import classes from './route-error.module.css';

/** Shown when a screen fails below the app's header. If a release has removed the page's files, it reloads once. */
export function ScreenError() {
  const error = useRouteError();
  const outdated = isMissingChunk(error);
  useEffect(() => {
    if (outdated) reloadOnce();
    else console.error(error);
  }, [outdated, error]);
  const reload = () => window.location.reload();
  return (
    <section className={classes.trouble} role="alert">
      <h1 className={classes.title}>
        {outdated ? `There is a new version of ${productName()}` : 'This screen could not be shown'}
      </h1>
      <p>
        {outdated
          ? 'Reload the page to get it. What you have saved is safe.'
          : 'Something went wrong. Nothing is lost.'}
      </p>
      <Button onClick={reload}>{outdated ? 'Reload' : 'Try again'}</Button>
    </section>
  );
}

/** The same error as a whole page. */
export function PageError() {
  return (
    <main id="main" tabIndex={-1} className={classes.page}>
      <Wordmark />
      <ScreenError />
    </main>
  );
}

// The messages of Chromium, Firefox and Safari, and Vite's for style sheets.
const MISSING_CHUNK = /dynamically imported module|importing a module script failed|unable to preload css/i;
const RELOADED_KEY = 'reloaded-at';
const MIN_RELOAD_INTERVAL_MS = 30_000;

function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && MISSING_CHUNK.test(error.message);
}

// Not twice in a row: if one reload has not helped, the person decides.
function reloadOnce(): void {
  const last = Number(readStored('sessionStorage', RELOADED_KEY) ?? 0);
  if (Date.now() - last < MIN_RELOAD_INTERVAL_MS) return;
  if (writeStored('sessionStorage', RELOADED_KEY, String(Date.now()))) window.location.reload();
}
