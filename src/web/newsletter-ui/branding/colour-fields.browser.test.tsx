import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '#web/styles/forced-colors.css';
import { forceColours } from '#test/forced-colours.ts';
import { ColourFields } from './colour-fields.tsx';

const LOGO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="90"><rect width="200" height="90" fill="#1f5d45"/><rect x="200" width="120" height="90" fill="#d9480f"/></svg>',
)}`;

function Step() {
  const [colours, setColours] = useState({ primary: '', secondary: '' });
  return (
    <ColourFields
      {...colours}
      logo={{ address: LOGO, isNew: true }}
      onChange={(change) => setColours((before) => ({ ...before, ...change }))}
    />
  );
}

it('fills the fields from a new logo once, and leaves those alone that are emptied', async () => {
  const shown = await render(<Step />, { wrapper: MantineProvider });
  const primary = page.getByRole('textbox', { name: 'Primary colour' });
  await expect.element(primary).not.toHaveValue('');
  await userEvent.clear(primary);
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByText('None: our sky blue')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Secondary colour' })).not.toHaveValue('');
  await expect.element(primary).toHaveValue('');
  // The step is left, and opened again.
  await shown.unmount();
  await render(<Step />, { wrapper: MantineProvider });
  await expect.element(page.getByRole('group', { name: 'Colours from your logo' })).toBeVisible();
  await expect.element(primary).toHaveValue('');
});

it('has buttons that are large enough to hit', async () => {
  await render(<Step />, { wrapper: MantineProvider });
  await page.getByRole('textbox', { name: 'Primary colour', exact: true }).fill('#1f5d45');
  const back = page.getByRole('button', { name: 'Primary colour: back to the default' });
  await expect.element(back).toBeVisible();
  const { width, height } = back.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
});

it('tells the colours of a logo apart in forced colours, and shows which is chosen', async () => {
  await forceColours();
  await render(<Step />, { wrapper: MantineProvider });
  const swatches = page.getByRole('button', { name: /^Primary colour (from your logo|as a)/ });
  const pairs = page.getByRole('group', { name: 'Colours from your logo' }).getByRole('button');
  await expect.element(pairs.first()).toBeVisible();
  for (const choice of [swatches, pairs]) {
    await userEvent.click(choice.nth(1));
    await expect.element(choice.nth(1)).toHaveAttribute('aria-pressed', 'true');
    // Moves the pointer and the focus elsewhere.
    await userEvent.click(page.getByRole('textbox', { name: 'Secondary colour', exact: true }));
    const looks = choice.elements().map((each) => getComputedStyle(each));
    const grounds = looks.map(({ backgroundColor, backgroundImage }) => backgroundColor + backgroundImage);
    expect(new Set(grounds).size).toBe(grounds.length);
    expect(grounds.length).toBeGreaterThan(1);
    expect(looks.map(({ outlineStyle }) => outlineStyle === 'double')).toEqual(
      looks.map((_, index) => index === 1),
    );
  }
});
