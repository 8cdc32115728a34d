import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { ConfirmHost } from '#ui/dialogs/confirm-host.tsx';
import { topModal } from '#ui/dialogs/top-modal.ts';
import { Announcer } from '#ui/feedback/announcer.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { ToastHost } from '#ui/feedback/toast-host.tsx';
import { CookieConsent } from '#web/features/cookies/cookie-consent.tsx';
import { productName } from '#web/words/product.ts';
import { focusContent } from './focus-content.ts';
import classes from './root.module.css';
import { pageTitle } from './use-title.ts';

/** The root layout: cookie choice, skip link, page title, focus after navigation, toasts, confirmation dialogs. */
export function Root() {
  useDocumentTitle();
  useFocusOnNavigation();
  const navigation = useNavigation();
  return (
    <>
      <CookieConsent />
      {/* In a landmark, because it is not the page's first link while the cookie question is shown. */}
      <nav aria-label="Skip">
        <a href={useSkipTarget()} className={classes.skip}>
          Skip to content
        </a>
      </nav>
      {navigation.state === 'loading' && <div className={classes.pending} aria-hidden="true" />}
      <Outlet />
      <ScrollRestoration getKey={scrollKey} />
      <ConfirmHost />
      <ToastHost />
      <Announcer />
    </>
  );
}

// The settings have their navigation in `main`, too: skip that as well.
function useSkipTarget(): string {
  const { pathname } = useLocation();
  return pathname.startsWith(`${SCREENS.settings}/`) ? '#settings-page' : '#main';
}

// The first location of every document has the key 'default': pages would share one scroll position.
function scrollKey({ key, pathname }: { key: string; pathname: string }): string {
  return key === 'default' ? pathname : key;
}

// A layout effect runs before `useTitle` of a screen, which may then set a more specific title.
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

// Screen readers announce the new screen. If a screen has focused a field of its own, that field keeps the focus.
function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    toast.leaveFor(window.location.pathname);
    const main = document.getElementById('main');
    const at = document.activeElement;
    // A navigation beside the screen is not part of it.
    const isInScreen = main?.contains(at) === true && at?.closest('nav') === null;
    if (topModal() === null && !isInScreen) focusContent();
  }, [pathname]);
}
