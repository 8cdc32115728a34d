import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '#test/support/web/app.tsx';

// The sentence about single keys describes `writing/begin-writing.ts` (WCAG 2.1.4).
it.each([
  ['/help', /None of them is a single letter or sign; in an empty newsletter, what you type begins a text/],
  ['/accessibility', /In an empty newsletter any letter that is typed begins a text/],
])('%s says what single keys do in the editor', async (path, sentence) => {
  openApp(path);
  expect(await screen.findByText(sentence)).toBeDefined();
});
