import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SCREENS } from '#contract/paths.ts';

// Journeys import nothing of the program, so this test compares their list of screens with the program's.
const WALKED = readFileSync(new URL('../e2e/walked-screens.ts', import.meta.url), 'utf8');

it('every screen is on a walk', () => {
  const walked = [...WALKED.matchAll(/^ {2}'(\/[^'?]*)/gm)].map(([, path = '']) => path);
  const missing = Object.values(SCREENS).filter((screen) => {
    const pattern = new RegExp(`^${screen.replace(/:[a-z]+/g, '[^/]+')}$`);
    return !walked.some((path) => pattern.test(path));
  });
  expect(missing).toEqual([]);
});
