import { expect, it } from 'vitest';
import { blockSchema, fromCode } from '#newsletter/document/document.ts';
import { findBlock, replaceBlock } from '#newsletter/document/layout.ts';
import { OAKFIELD, randomCode, randomLayout, sampleBlocks } from '#test/newsletter-samples.ts';
import { randomFrom } from '#test/random-texts.ts';
import { checkNewsletter } from './check-newsletter.ts';
import { newsletterOf, sample, textOf } from './check-samples.ts';

it('tells errors first, then hints, each in the order of reading, the title and the foot where they stand', () => {
  const findings = checkNewsletter(
    newsletterOf(
      [
        sample('footer', { text: 'GOODBYE AND FAREWELL' }),
        textOf('<p>See <a href="https://a.test">here</a></p>'),
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

it('has nothing to say about an empty newsletter', () => {
  expect(checkNewsletter(newsletterOf([]))).toEqual([]);
});

it('says something else about each thing, and only about fields that are there', () => {
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

it('offers only fixes that can be saved and leave less to find', () => {
  const documents = Array.from({ length: 200 }, (_, seed) => {
    const random = randomFrom(seed + 1);
    return fromCode(randomLayout(random), randomCode(random, 8));
  });
  documents.push({ layout: 'one_column', columns: [sampleBlocks()] });
  for (const document of documents) {
    const source = { title: 'News', document, school: OAKFIELD };
    const findings = checkNewsletter(source);
    for (const { fix, rule, id } of findings) {
      if (fix === undefined || !('block' in fix)) continue;
      const parsed = blockSchema.parse(fix.block);
      expect(parsed).toEqual(fix.block);
      const after = checkNewsletter({ ...source, document: replaceBlock(document, fix.block) });
      const count = (list: typeof findings) => list.filter((other) => other.rule === rule).length;
      // A heading that goes up a size may leave the next one a level too deep in its turn.
      if (rule !== 'heading-order') expect(count(after), id).toBeLessThan(count(findings));
    }
  }
});
