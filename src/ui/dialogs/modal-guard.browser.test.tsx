import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Dialog } from './dialog.tsx';
import { DialogFrame } from './dialog-frame.tsx';

const LETTER = '<p><a href="https://school.example/">One</a> <a href="https://school.example/2">Two</a></p>';

function Screen() {
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  return (
    <MantineProvider>
      <button type="button" onClick={() => setOpen(true)}>
        Read
      </button>
      <button type="button">Publish</button>
      <div data-toasts="">
        <button type="button">Undo</button>
      </div>
      <Dialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Letter"
        closeButtonProps={{ 'aria-label': 'Close' }}
        transitionProps={{ exitDuration: 0 }}
      >
        <button type="button" onClick={() => setAsked(true)}>
          Ask
        </button>
        <DialogFrame title="The letter" srcDoc={LETTER} />
      </Dialog>
      <Dialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        isReadOut
        title="Sure?"
        zIndex={400}
        withCloseButton={false}
      >
        <button type="button" onClick={() => setAsked(false)}>
          Yes
        </button>
      </Dialog>
    </MantineProvider>
  );
}

beforeEach(async () => {
  await render(<Screen />);
  page.getByRole('button', { name: 'Read' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Letter' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus();
});
afterEach(async () => {
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Escape}');
});

const stop = () => document.activeElement?.getAttribute('title') ?? document.activeElement?.textContent;
const isBehind = (name: string) =>
  [...document.querySelectorAll('button')]
    .find(({ textContent }) => textContent === name)
    ?.closest('[inert]') !== null;

it('keeps the keyboard in a dialog with a frame, both ways round', async () => {
  await expect.poll(() => document.querySelector('iframe')?.contentDocument?.links.length).toBe(2);
  const stops = [];
  for (let press = 0; press < 40; press += 1) {
    await userEvent.keyboard('{Tab}');
    stops.push(stop());
  }
  expect(new Set(stops)).toEqual(new Set(['Ask', 'The letter', '']));
  for (let press = 0; press < 40; press += 1) {
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull();
  }
});

it('closes by Escape from within the frame, and gives the focus back', async () => {
  const link = () => document.querySelector('iframe')?.contentDocument?.links[0];
  await expect.poll(() => link()).toBeDefined();
  link()?.focus();
  link()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Read' })).toHaveFocus();
  expect(isBehind('Publish')).toBe(false);
});

it('makes all but the dialog on top inert, and messages never', async () => {
  expect(isBehind('Publish')).toBe(true);
  expect(isBehind('Undo')).toBe(false);
  expect(isBehind('Ask')).toBe(false);
  await userEvent.click(page.getByRole('button', { name: 'Ask' }));
  await expect.element(page.getByRole('dialog', { name: 'Sure?' })).toBeVisible();
  await expect.poll(() => isBehind('Ask')).toBe(true);
  expect(isBehind('Publish')).toBe(true);
  await userEvent.click(page.getByRole('button', { name: 'Yes' }));
  await expect.poll(() => isBehind('Ask')).toBe(false);
  expect(isBehind('Publish')).toBe(true);
});

it('reads out a question as a whole, and of what is longer its name', async () => {
  const letter = page.getByRole('dialog', { name: 'Letter' });
  await expect.element(letter).toHaveAccessibleDescription('');
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Sure?' })).toHaveAccessibleDescription('Yes');
});
