import { expect, it } from 'vitest';
import { pageOf, stored } from '#test/newsletter-rendering.ts';

it.each(['solid', 'dashed'] as const)('draws a %s line', (style) => {
  expect(pageOf([stored('divider', { style })])).toContain(`border-top:${style} 1px #d5dad7`);
});
