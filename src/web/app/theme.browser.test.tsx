import '@mantine/core/styles.layer.css';
import { Drawer, MantineProvider, Modal } from '@mantine/core';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { theme } from './theme.ts';

/** The least time, in frames, in which somebody closes a dialog and goes on. */
const FRAMES = 4;

it.each([
  ['dialog', Modal],
  ['drawer', Drawer],
] as const)('lets a press through right after a %s was closed', async (_, Shown) => {
  function Screen() {
    const [opened, setOpened] = useState(true);
    return (
      <MantineProvider theme={theme}>
        <button type="button">Below</button>
        <Shown opened={opened} onClose={() => setOpened(false)} title="Above">
          <button type="button">Within</button>
        </Shown>
      </MantineProvider>
    );
  }
  await render(<Screen />);
  await expect.element(page.getByRole('button', { name: 'Within' })).toBeVisible();
  const below = page.getByText('Below').element();
  const pressed = () => {
    const { left, top } = below.getBoundingClientRect();
    return document.elementFromPoint(left + 2, top + 2);
  };
  expect(pressed()).not.toBe(below);
  await userEvent.keyboard('{Escape}');
  for (let frame = 0; frame < FRAMES; frame += 1) await new Promise(requestAnimationFrame);
  expect(pressed()).toBe(below);
});
