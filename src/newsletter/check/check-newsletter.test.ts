import { expect, it } from 'vitest';
import { replaceBlock } from '#newsletter/document/arrange.ts';
import { blockSchema, fromCode } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';
import { OAKFIELD, randomCode, randomLayout, sampleBlocks } from '#test/newsletter-samples.ts';
import { randomFrom } from '#test/random-texts.ts';
import { sample, sampleNewsletter, textBlockOf } from '#test/support/newsletter/check-samples.ts';
import { checkNewsletter } from './check-newsletter.ts';

it('lists errors before hints, each in reading order', () => {
  const findings = checkNewsletter(
    sampleNewsletter(
      [
        sample('footer', { text: 'GOODBYE AND FAREWELL' }),
        textBlockOf('<p>See <a href="https://a.test">here</a></p>'),
        sample('image', { url: 'https://a.test/a.png' }),
      ],
      { title: 'AUTUMN NEWS' },
    ),
  );
  expect(findings.map(({ severity, rule, block }) => [severity, rule, block])).toEqual([
    ['error', 'alt-missing', 'image'],
    ['hint', 'capitals', null],
    ['hint', 'link-vague', 'text'],
    ['hint', 'capitals', 'footer'],
  ]);
});

it('finds nothing in an empty newsletter', () => {
  expect(checkNewsletter(sampleNewsletter([]))).toEqual([]);
});

it('gives each finding its own id and an existing field', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = randomFrom(seed);
    const document = fromCode(randomLayout(random), [...randomCode(random, 12)]);
    const findings = checkNewsletter({ title: 'News', document, school: OAKFIELD });
    expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
    expect(checkNewsletter({ title: 'News', document, school: OAKFIELD })).toEqual(findings);
    for (const { block, path, message } of findings) {
      expect(message).toMatch(/^\S.*[.!…]$/su);
      if (block === null) continue;
      const keys = path.split('.').slice(0, -1);
      const field = keys.reduce<unknown>(
        (value, key) => Object.entries(value ?? {}).find(([name]) => name === key)?.[1],
        findBlock(document, block)?.value,
      );
      expect(field, path).toBeTypeOf('object');
    }
  }
});

it('offers only valid fixes, each of which reduces the findings', () => {
  const documents = Array.from({ length: 200 }, (_, seed) => {
    const random = randomFrom(seed + 1);
    return fromCode(randomLayout(random), randomCode(random, 8));
  });
  documents.push({ ...DEFAULT_SETTINGS, layout: 'one_column', columns: [sampleBlocks()] });
  for (const document of documents) {
    const source = { title: 'News', document, school: OAKFIELD };
    const findings = checkNewsletter(source);
    for (const { fix, rule, id } of findings) {
      if (fix === undefined || !('block' in fix)) continue;
      const parsed = blockSchema.parse(fix.block);
      expect(parsed).toEqual(fix.block);
      const after = checkNewsletter({ ...source, document: replaceBlock(document, fix.block) });
      const count = (list: typeof findings) => list.filter((other) => other.rule === rule).length;
      // Raising one heading's level may make the next one skip a level.
      if (rule !== 'heading-order') expect(count(after), id).toBeLessThan(count(findings));
    }
  }
});
