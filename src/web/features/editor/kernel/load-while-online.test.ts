import { expect, it, vi } from 'vitest';
import { loadWhileOnline } from './load-while-online.ts';

it('begins no import after the connection was lost', async () => {
  const browser = { onLine: true };
  vi.stubGlobal('navigator', browser);
  const lost = vi.fn(() => {
    browser.onLine = false;
    return Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  });
  const later = vi.fn(() => Promise.resolve());
  await loadWhileOnline([lost, later]);
  expect(later).not.toHaveBeenCalled();
  browser.onLine = true;
  await loadWhileOnline([later]);
  expect(later).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
