import { MantineProvider } from '@mantine/core';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LogoCropper } from './logo-cropper.tsx';

/** A picture of 400 × 400 pixels: higher than the window of a logo. */
const PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="teal"/></svg>',
)}`;
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('moves the logo by buttons as far as it goes', async () => {
  const onFrame = vi.fn();
  const frame = { x: 0, y: 0.3, width: 1, height: 9 / 32 };
  const logo = { name: 'logo.svg', picture: PICTURE, width: 400, height: 400, frame };
  await render(
    <MantineProvider>
      <LogoCropper logo={logo} onFrame={onFrame}>
        Logo
      </LogoCropper>
    </MantineProvider>,
  );
  await expect.element(page.getByRole('application')).toBeVisible();
  for (let press = 0; press < 20; press += 1) await button('Move the picture down').click();
  expect(onFrame.mock.lastCall?.[0].y).toBeCloseTo(0, 1);
  const [{ y: before }] = onFrame.mock.lastCall ?? [{ y: 0 }];
  await button('Move the picture up').click();
  expect(onFrame.mock.lastCall?.[0].y).toBeGreaterThan(before);
});
