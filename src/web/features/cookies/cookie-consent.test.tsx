import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openApp } from '#test/support/web/app.tsx';

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

it.each([
  ['ACCEPT', 'true'],
  ['DECLINE', 'false'],
])('%s keeps typed text and the focus', async (button, stored) => {
  openApp('/home?register=true', null);
  const email = await screen.findByLabelText<HTMLInputElement>('Email');
  await userEvent.type(email, 'office@oakfield.example');
  await userEvent.click(screen.getByRole('button', { name: button }));
  expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull();
  expect(localStorage.getItem('cookieAgreement')).toBe(stored);
  expect(email.value).toBe('office@oakfield.example');
  expect(document.activeElement).toBe(email);
});
