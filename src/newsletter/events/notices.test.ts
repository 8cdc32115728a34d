import { expect, it } from 'vitest';
import { descriptionFor, detailsOf, NOTICES } from './notices.ts';

it('keeps the words of notices out of details, and true to the date, also those of earlier versions', () => {
  for (const words of [...Object.values(NOTICES), 'It is called off.']) expect(detailsOf(words)).toBe('');
  expect(detailsOf('Bring a hat.')).toBe('Bring a hat.');
  for (const off of [NOTICES.off, 'It is called off.']) {
    expect(descriptionFor(off, false)).toBe(NOTICES.on);
    expect(descriptionFor(off, true)).toBe(off);
  }
  expect(descriptionFor(NOTICES.on, true)).toBe(NOTICES.off);
});
