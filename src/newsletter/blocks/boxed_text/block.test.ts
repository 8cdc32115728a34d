import { expect, it } from 'vitest';
import type { Block } from '#newsletter/document/document.ts';
import { attributesOf } from '#test/newsletter-engines.ts';
import { canvasOf, find, findAll, pageOf, stored } from '#test/newsletter-rendering.ts';

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
