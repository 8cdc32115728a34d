import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '#web/testing/test-app.tsx';

it.each([
  [null, true],
  ['true', false],
  ['false', false],
])('with %s stored, whether it asks about cookies is %s', async (choice, asks) => {
  openApp('/pricing', choice);
  await screen.findByRole('heading', { level: 1 });
  const region = screen.queryByRole('region', { name: 'Cookies' });
  expect(region !== null).toBe(asks);
  if (asks) expect(screen.getAllByRole('button', { name: /^(ACCEPT|DECLINE)$/ })).toHaveLength(2);
});
