import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PageTitle } from './page-title.tsx';

it('breaks a word that is wider than a narrow screen when letters are spaced', async () => {
  await render(
    <div style={{ width: 288, letterSpacing: '0.12em' }} data-testid="screen">
      <PageTitle lead="The lead">{'Congratulations'.repeat(2)}</PageTitle>
    </div>,
  );
  const screen = page.getByTestId('screen').element();
  expect(screen.scrollWidth).toBe(screen.clientWidth);
});
