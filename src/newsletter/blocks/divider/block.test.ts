import { expect, it } from 'vitest';
import { pageOf, stored } from '#test/newsletter-rendering.ts';

it.each(['solid', 'dashed'] as const)('draws a %s line', (style) => {
  expect(pageOf([stored('divider', { style })])).toContain(`border-top:${style} 2px #c3cac6`);
});
