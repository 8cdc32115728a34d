import { ActionIcon, MantineProvider } from '@mantine/core';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Tip } from './tip.tsx';

const button = () => page.getByRole('button', { name: 'Undo' });
const tip = () => page.getByText('Undo Ctrl Z');

afterEach(() => void vi.useRealTimers());

async function show() {
  await render(
    <MantineProvider env="test">
      <main>
        <Tip label="Undo  Ctrl Z">
          <ActionIcon aria-label="Undo" aria-describedby="more">
            U
          </ActionIcon>
        </Tip>
        <p id="more">More</p>
      </main>
    </MantineProvider>,
  );
}

it('describes a button that has the keyboard’s focus, is no landmark’s content, and closes on Escape', async () => {
  await show();
  await userEvent.tab();
  await expect.element(tip()).toBeVisible();
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument();
  await expect.element(button()).toHaveAccessibleDescription('More Undo Ctrl Z');
  await userEvent.keyboard('{Escape}');
  await expect.element(tip()).not.toBeInTheDocument();
  await expect.element(button()).toHaveFocus();
});

it('opens for a mouse that rests, and closes on a click', async () => {
  await show();
  await userEvent.hover(button());
  await expect.element(tip()).toBeVisible();
  await userEvent.click(button());
  await expect.element(tip()).not.toBeInTheDocument();
  await expect.element(button()).toHaveAccessibleDescription('More');
});

it('stays while the mouse is on it', async () => {
  await show();
  await userEvent.hover(button());
  await expect.element(tip()).toBeVisible();
  const box = tip().element().getBoundingClientRect();
  expect(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.textContent).toMatch(
    /Ctrl/,
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.hover(tip());
  vi.runAllTimers();
  vi.useRealTimers();
  await expect.element(tip()).toBeVisible();
  await userEvent.hover(page.getByText('More'));
  await expect.element(tip()).not.toBeInTheDocument();
});
