import { MantineProvider } from '@mantine/core';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CropDialog } from './crop-dialog.tsx';

/** A picture of 400 × 200 pixels. */
const PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="teal"/></svg>',
)}`;
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('moves the picture by buttons as far as it goes, and keeps Tab inside', async () => {
  const onCrop = vi.fn();
  const outside = vi.fn();
  await render(
    <MantineProvider>
      {/* Like the block's form. */}
      <div role="none" onKeyDown={outside}>
        <button type="button">Behind</button>
        <CropDialog picture={PICTURE} frame={null} onCrop={onCrop} onClose={() => undefined} />
      </div>
    </MantineProvider>,
  );
  await page.getByRole('radio', { name: 'Square' }).click();
  for (let press = 0; press < 20; press += 1) await button('Move the picture right').click();
  await button('Crop image').click();
  expect(onCrop.mock.lastCall?.[0]).toMatchObject({ x: 0, y: 0 });
  await button('Move the picture left').click();
  await button('Crop image').click();
  const [{ x }] = onCrop.mock.lastCall ?? [{ x: 0 }];
  expect(x).toBeGreaterThan(0.02);
  outside.mockClear();
  await userEvent.keyboard('a');
  expect(outside).not.toHaveBeenCalled();
  for (let press = 0; press < 40; press += 1) {
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull();
  }
});
