import { expect, it } from 'vitest';
import { createBlock } from '#newsletter/document/document.ts';
import { storedBlock } from './stored-block.ts';

it('keeps for whom a block is that was never saved, and where it stands', () => {
  const audience = ['11111111-2222-4333-8444-555555555555'];
  const block = { ...createBlock('heading', () => 'h'), wide: true, tint: 'bold', audience };
  expect(storedBlock(block, ['h'])).toEqual(block);
  expect(() => storedBlock(block, [])).toThrow();
  expect(() => storedBlock({ ...block, tint: 'loud' }, ['h'])).toThrow();
});
