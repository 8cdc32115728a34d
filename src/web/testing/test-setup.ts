import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

/** What the UI kit asks a browser for and jsdom does not have. Nothing is ever measured or seen here. */

class StillObserver implements ResizeObserver, IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe(): void {
    // Nothing changes its size or scrolls.
  }
  unobserve(): void {
    // See observe.
  }
  disconnect(): void {
    // See observe.
  }
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}

/** No query matches: a light scheme, and no wish for less motion. */
function matchMedia(query: string): MediaQueryList {
  const list = { matches: false, media: query, onchange: null, addListener() {}, removeListener() {} };
  return Object.assign(new EventTarget(), list);
}

Object.assign(window, {
  matchMedia,
  ResizeObserver: StillObserver,
  IntersectionObserver: StillObserver,
  scrollTo() {},
});
Object.assign(Element.prototype, { scrollIntoView() {} });
// Mantine waits for fonts before it grows a text area.
Object.assign(document, { fonts: new EventTarget() });

// Screens are loaded when they are first gone to, and a busy machine takes its time.
configure({ asyncUtilTimeout: 15_000 });

afterEach(cleanup);
