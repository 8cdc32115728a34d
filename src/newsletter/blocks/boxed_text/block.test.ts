import { expect, it } from 'vitest';
import { DESIGNS } from '#newsletter/designs/index.ts';
import { type Block, createBlock } from '#newsletter/document/document.ts';
import { attributesOf } from '#test/newsletter-engines.ts';
import { canvasOf, find, findAll, pageOf, problemsOf, stored } from '#test/newsletter-rendering.ts';
import { OAKFIELD } from '#test/newsletter-samples.ts';

const value = { html: '<p>a</p>', background: '#FDF', color: '#2F2A1C', word_break: 'keep-all' };

it('normalises its colours when stored', () => {
  expect(stored('boxed_text', value).value).toMatchObject({ background: '#ffddff', color: '#2f2a1c' });
});

it('renders its colours and its word-break setting', () => {
  const html = pageOf([stored('boxed_text', value)]);
  expect(attributesOf(find(html, 'td[bgcolor="#ffddff"]')).get('style')).toContain('word-break:keep-all');
  expect(attributesOf(find(html, '.ink-box div')).get('style')).toContain('color:#2f2a1c');
});

it('ignores invalid colours in a working copy', () => {
  const broken: Block = {
    name: 'a',
    type: 'boxed_text',
    value: { html: '<p>a</p>', background: 'red;position:fixed', color: '"', word_break: 'break-word' },
  };
  const html = canvasOf(broken);
  expect(html).not.toContain('position');
  expect(findAll(html, 'td[bgcolor="#ffffff"]')).toHaveLength(1);
  expect(attributesOf(find(html, '.ink-box div')).get('style')).toContain('color:#000000');
});

it('looks as in the design when it is new', () => {
  const fresh = createBlock('boxed_text', () => 'new');
  expect(fresh.value).toMatchObject({ colours: 'design' });
  const box = stored('boxed_text', { ...value, colours: 'design' });
  expect(findAll(pageOf([box]), 'td[bgcolor="#ffddff"]')).toEqual([]);
  expect(attributesOf(find(pageOf([box]), '.ink-box td')).get('style')).toContain(
    'border-left:4px solid #f2b632',
  );
});

it.each(Object.keys(DESIGNS))('is the same box in %s when its colours were chosen', (design) => {
  const html = pageOf([stored('boxed_text', value)], { school: { ...OAKFIELD, design } });
  const style = attributesOf(find(html, 'td[bgcolor="#ffddff"]')).get('style');
  expect(style).toBe(
    'background-color:#ffddff;padding:16px 18px;border-radius:4px;overflow-wrap:break-word;word-break:keep-all',
  );
});

it('knows no other mark', () => {
  expect(problemsOf('boxed_text', { ...value, colours: 'own' })).toEqual([
    '0.value.colours: Not a known setting',
  ]);
});
