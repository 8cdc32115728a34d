import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';

/** Stubs for browser APIs that the UI kit uses and jsdom lacks. Nothing is laid out in tests. */

class StillObserver implements ResizeObserver, IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe(): void {
    // Nothing is ever resized or scrolled.
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

/** Matches no media query: light colour scheme, no reduced motion. */
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
Object.assign(Element.prototype, { scrollIntoView() {}, checkVisibility: () => true });
// Mantine waits for fonts before resizing a text area.
Object.assign(document, { fonts: new EventTarget() });

// Screens are loaded lazily, which takes long on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

afterEach(cleanup);

/**
 * Node's own timers that are pending. On a busy machine they could otherwise fire after the document is gone, and fail a
 * run in which every test has passed.
 */
const timers = new Set<NodeJS.Timeout>();
const { setTimeout: later } = globalThis;
globalThis.setTimeout = Object.assign((...args: Parameters<typeof later>) => {
  const timer = later(...args);
  timers.add(timer);
  return timer;
}, later);
afterAll(() => timers.forEach(clearTimeout));
