import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { insteadOf, loadable } from './loadable.tsx';

afterEach(cleanup);

const Field = ({ label }: { label: string }) => <input aria-label={label} />;

function show(part: React.ReactNode) {
  render(<MantineProvider>{part}</MantineProvider>);
}

it('waits for its code once, and then renders at once', async () => {
  let loads = 0;
  const Part = loadable(async () => {
    loads += 1;
    return Field;
  }, insteadOf('text field'));
  show(<Part label="First" />);
  expect(screen.getByRole('status').textContent).toBe('Loading the text field');
  await screen.findByRole('textbox', { name: 'First' });
  expect(screen.queryByRole('status')).toBeNull();
  show(<Part label="Second" />);
  expect(screen.getByRole('textbox', { name: 'Second' })).toBeDefined();
  expect(loads).toBe(1);
});

it('renders at once when it is preloaded', async () => {
  const Part = loadable(async () => Field);
  await Part.preload();
  show(<Part label="First" />);
  expect(screen.getByRole('textbox', { name: 'First' })).toBeDefined();
});

it('says in its place that it could not be loaded', async () => {
  const Part = loadable<{ label: string }>(() => Promise.reject(new Error('offline')));
  show(<Part label="First" />);
  expect((await screen.findByRole('alert')).textContent).toContain('The fields could not be loaded.');
});
