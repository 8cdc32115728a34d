import { expect, it } from 'vitest';
import type { Block } from '#newsletter/document/document.ts';
import { blockDifferences } from './block-differences.ts';

const picture = (address: string, alt = 'A tree'): Block => ({
  name: 'p',
  type: 'image',
  value: { url: address, alt },
});
const text = (html: string): Block => ({ name: 't', type: 'text', value: { html } });

it('names what differs', () => {
  const tree = picture('/files/a/tree.jpg');
  expect(blockDifferences(tree, picture('/files/a/bush.jpg'))).toEqual(['picture']);
  expect(blockDifferences(tree, picture('/files/a/tree.jpg', 'An oak'))).toEqual([
    'description of the picture',
  ]);
  expect(blockDifferences(text('<p>a</p>'), text('<p>b</p>'))).toEqual(['words']);
  expect(blockDifferences(text('<p>a</p>'), { ...text('<p>b</p>'), wide: true })).toEqual(['words', 'width']);
  expect(blockDifferences(text('<p>a</p>'), { ...text('<p>a</p>'), tint: 'soft' })).toEqual(['background']);
});
