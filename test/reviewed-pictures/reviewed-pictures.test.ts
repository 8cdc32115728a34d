import { beforeAll, describe, expect, it } from 'vitest';
import { elementsOf, parseHtml } from '#test/newsletter-engines.ts';
import { differences } from './sheets.ts';
import { type Seen, takeAll } from './take.ts';

/**
 * Every design in every layout, as page and as mail, on wide and narrow screens, light, dark and with pictures blocked, and on
 * paper, looks as reviewed by a person. After an intended change: `npm run reviewed-pictures`, and look at the difference.
 */

/** In milliseconds. Some 450 pictures take a minute and a half on two cores, and longer next to other work. */
const PATIENCE = 600_000;
let seen: Seen;
beforeAll(async () => {
  seen = await takeAll();
}, PATIENCE);

it('looks as reviewed', async () => {
  expect((await differences(seen.sheets)).join('\n')).toBe('');
});

it('is accessible in every look', () => {
  expect(seen.violations.join('\n')).toBe('');
});

it('asks no other host for anything', () => {
  expect(seen.foreign).toEqual([]);
});

describe.each(['page', 'mail'] as const)('a %s', (kind) => {
  it('has no scripts', () => {
    expect(seen.editions).not.toEqual([]);
    for (const { html } of seen.editions) {
      const elements = [...elementsOf(parseHtml(html[kind]).documentElement)];
      expect(elements.map(({ nodeName }) => nodeName)).not.toContain('SCRIPT');
    }
  });
});
