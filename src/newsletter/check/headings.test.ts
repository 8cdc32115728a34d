import { expect, it } from 'vitest';
import {
  findingsOf,
  fixedValue,
  sample,
  sampleNewsletter,
  textBlockOf,
} from '#test/support/newsletter/check-samples.ts';
import { checkNewsletter } from './check-newsletter.ts';

const heading = (text = 'Forest School') => sample('heading', { text });

it.each([
  ['a heading block below the title', [heading()]],
  ['a large heading without a heading block', [textBlockOf('<h1>Monday</h1><p>a</p>')]],
  [
    'each size below the next larger one',
    [heading(), textBlockOf('<h2>Monday</h2><h3>Morning</h3><p>a</p>')],
  ],
  ['going back up by any number', [heading(), textBlockOf('<h2>a</h2><h3>b</h3><h1>c</h1><p>d</p>')]],
])('accepts %s', (_what, blocks) => {
  expect(findingsOf('heading-order', blocks)).toEqual([]);
});

it('finds a heading that skips a level and makes it one size larger', () => {
  const [finding, ...others] = findingsOf('heading-order', [
    heading(),
    textBlockOf('<p>a</p><h3>Morning &amp; noon</h3><p>b</p>'),
  ]);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ severity: 'hint', path: 'html', range: { tag: 'h3', index: 0 } });
  expect(finding?.message).toMatch(/^“Morning & noon” is a small heading/);
  expect(finding?.fix?.label).toBe('Make it a medium heading');
  expect(fixedValue(finding)).toEqual({ html: '<p>a</p><h2>Morning &amp; noon</h2><p>b</p>' });
});

it('follows levels across blocks in reading order', () => {
  const [finding] = findingsOf('heading-order', [
    textBlockOf('<h2>Monday</h2>', 'one'),
    textBlockOf('<h2>Tuesday</h2>', 'two'),
  ]);
  expect(finding).toMatchObject({ block: 'one', fix: { label: 'Make it a large heading' } });
});

it('finds nothing after all fixes are applied', () => {
  const blocks = [
    textBlockOf('<h3>a</h3><h3>b</h3><p>c</p>', 'one'),
    textBlockOf('<h3>d</h3><h2>e</h2>', 'two'),
  ];
  for (let round = 0; round < 10; round += 1) {
    const [finding] = checkNewsletter(sampleNewsletter(blocks));
    if (finding === undefined) break;
    const at = blocks.findIndex(({ name }) => name === finding.block);
    blocks[at] = sample('text', fixedValue(finding), finding.block ?? '');
  }
  expect(checkNewsletter(sampleNewsletter(blocks))).toEqual([]);
});

it('finds and removes empty headings', () => {
  const findings = findingsOf('heading-empty', [textBlockOf('<h1>a</h1><h2><br></h2><p>b</p><h2> </h2>')]);
  expect(findings).toHaveLength(2);
  expect(findings[1]?.range).toEqual({ tag: 'h2', index: 1 });
  expect(fixedValue(findings[0])).toEqual({ html: '<h1>a</h1><p>b</p><h2></h2>' });
});

it.each([
  ['below the title', [], '<h1>Trip to the woods</h1><p>Bring a coat.</p>'],
  ['below a heading block', [heading()], '<h2>Trip to the woods</h2><p>Bring a coat.</p>'],
])('makes a bold line %s a heading of the right size', (_where, above, fixed) => {
  const html = '<p><strong>Trip to the <em>woods</em></strong></p><p>Bring a coat.</p>';
  const [finding, ...others] = findingsOf('heading-bold', [...above, textBlockOf(html)]);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ severity: 'hint', path: 'html', range: { words: 'Trip to the woods' } });
  expect(finding?.fix?.label).toBe('Make it a heading');
  expect(fixedValue(finding)).toEqual({ html: fixed.replace('woods', '<em>woods</em>') });
});

it('makes bold lines of one text headings of one size', () => {
  const html =
    '<p><strong>Monday</strong></p><p>a</p><p><em><strong>Tuesday:</strong></em></p><ul><li><p>b</p></li></ul>';
  let block = textBlockOf(html);
  for (let round = 0; round < 2; round += 1) {
    const [finding] = findingsOf('heading-bold', [heading(), block]);
    block = sample('text', fixedValue(finding));
  }
  expect(block.value).toMatchObject({
    html: expect.stringMatching(/^<h2>Monday<\/h2><p>a<\/p><h2><em>Tuesday:<\/em><\/h2><ul>/),
  });
});

it.each([
  '<p><strong>Please bring a coat.</strong></p><p>It is cold.</p>',
  '<p><strong>Monday</strong> is a holiday</p><p>Enjoy.</p>',
  '<p>Yours</p><p><strong>Mrs Adeyemi</strong></p>',
  '<p><strong><a href="https://school.test/">Order lunch</a></strong></p><p>By Friday</p>',
  '<p><strong>One</strong></p><p><strong>Two</strong></p>',
  `<p><strong>${'long '.repeat(20)}</strong></p><p>a</p>`,
  '<p><strong>12:30</strong></p><p>Lunch</p>',
])('takes no heading of %s', (html) => {
  expect(findingsOf('heading-bold', [heading(), textBlockOf(html)])).toEqual([]);
});
