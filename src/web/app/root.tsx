import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import { ConfirmHost } from '#ui/dialogs/confirm-host.tsx';
import { ToastHost } from '#ui/feedback/toast-host.tsx';
import { CookieConsent } from '#web/features/cookies/cookie-consent.tsx';
import { productName } from '#web/words/product.ts';
import { focusContent } from './focus-content.ts';
import classes from './root.module.css';
import { pageTitle } from './use-title.ts';

/** What surrounds every screen: cookie choice, skip link, page title, focus after navigation, toasts, questions. */
export function Root() {
  useDocumentTitle();
  useFocusOnNavigation();
  const navigation = useNavigation();
  return (
    <>
      <CookieConsent />
      {/* A landmark: it is not the page's first link while the question is asked. */}
      <nav aria-label="Skip">
        <a href="#main" className={classes.skip}>
          Skip to content
        </a>
      </nav>
      {navigation.state === 'loading' && <div className={classes.pending} aria-hidden="true" />}
      <Outlet />
      <ScrollRestoration getKey={placeOf} />
      <ConfirmHost />
      <ToastHost />
    </>
  );
}

// The first page of every document has the same key: it would be scrolled to where another page was left.
function placeOf({ key, pathname }: { key: string; pathname: string }): string {
  return key === 'default' ? pathname : key;
}

// In a layout effect: a screen that knows better (`useTitle`) comes after it.
function useDocumentTitle(): void {
  const matches = useMatches();
  const title = matches.map((match) => titleOf(match.handle)).findLast((each) => each !== undefined);
  useLayoutEffect(() => {
    document.title = title === undefined ? productName() : pageTitle(title);
  }, [title]);
}

function titleOf(handle: unknown): string | undefined {
  return typeof handle === 'object' &&
    handle !== null &&
    'title' in handle &&
    typeof handle.title === 'string'
    ? handle.title
    : undefined;
}

// A reader of the screen hears where a link has led; a screen that has put the focus into its first field keeps it.
function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.getElementById('main');
    const dialogOpen = document.querySelector('[aria-modal="true"]') !== null;
    if (!dialogOpen && !main?.contains(document.activeElement)) focusContent();
  }, [pathname]);
}
