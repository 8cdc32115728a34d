import { expect, it } from 'vitest';
import { sampleBlocks } from '#test/newsletter-samples.ts';
import { CODE_VERSION, upgradeCode } from './upgrade.ts';
import { runSteps } from './upgrade-steps.ts';

it('leaves the current version unchanged and reads the first one', () => {
  const code = sampleBlocks();
  expect(upgradeCode(code)).toEqual(code);
  expect(upgradeCode(code, 0)).toEqual(code);
});

it('makes links of pictures of other hosts, as the fourth version has none', () => {
  const url = 'https://other.example/a.png';
  const own = '/files/a.png';
  const crop = { original: url, x: 0, y: 0, width: 1, height: 1 };
  const values = [
    ['image', { url, alt: 'A & B', caption: 'The hall', html: '<p>Dear families</p>' }],
    ['image', { url: own, crop }],
    ['image_group', { images: [{ url }, { url: own, alt: '' }], caption: 'Two' }],
    ['image_group', { images: [{ url }], caption: 'One' }],
    ['video', { url: 'https://vimeo.com/1', title: 'Film', poster: url }],
  ] as const;
  const code = values.map(([type, value], index) => ({ name: `block-${index}`, type, value }));
  const link = (words: string) => `<p><a href="${url}">${words}</a></p>`;
  expect(upgradeCode(code, 3).map((block) => [block.type, 'value' in block && block.value])).toEqual([
    ['text', { html: `${link('A &amp; B')}<p>The hall</p><p>Dear families</p>` }],
    ['image', { url: own }],
    ['image_group', { images: [{ url: own, alt: '' }], caption: 'Two' }],
    ['text', { html: `${link(url)}<p>One</p>` }],
    ['video', { url: 'https://vimeo.com/1', title: 'Film' }],
  ]);
});

it('runs only the steps that are still needed, in order', () => {
  const steps = ['a', 'b', 'c'].map((letter) => (code: unknown) => `${String(code)}${letter}`);
  expect(runSteps(steps, '>', 0)).toBe('>abc');
  expect(runSteps(steps, '>', 2)).toBe('>c');
  expect(runSteps(steps, '>', 3)).toBe('>');
});

it('rejects future versions and anything that is not a newsletter', () => {
  expect(() => upgradeCode([], CODE_VERSION + 1)).toThrow(RangeError);
  expect(() => upgradeCode([], -1)).toThrow(RangeError);
  expect(() => upgradeCode({ blocks: [] })).toThrow('Should be a list of blocks');
});

it('gives each row an id of its own and brings days into the years that calendars know', () => {
  const row = { id: 'r', title: 'Trip', description: 'Bring lunch', date: '2026-10-09' };
  const block = (rows: readonly object[]) => [{ name: 'a', type: 'event', value: { rows } }];
  const old = block([
    row,
    { ...row, id: '2-r', last_day: '9999-12-31' },
    { ...row, title: 'Other' },
    { ...row, id: 'past', date: '0000-01-01', last_day: '0000-01-02' },
  ]);
  expect(upgradeCode(old, 2)).toEqual(
    block([
      row,
      { ...row, id: '2-r', last_day: '9998-12-31' },
      { ...row, id: '3-r', title: 'Other' },
      { ...row, id: 'past', date: '1900-01-01' },
    ]),
  );
});
