import { ActionIcon, MantineProvider, Tooltip } from '@mantine/core';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { theme } from './theme.ts';

it('keeps a tooltip, which is in no landmark, from screen readers, and describes its button by it', async () => {
  await render(
    <MantineProvider theme={theme} env="test">
      <main>
        <Tooltip label="Undo  Ctrl Z">
          <ActionIcon aria-label="Undo">U</ActionIcon>
        </Tooltip>
      </main>
    </MantineProvider>,
  );
  await userEvent.tab();
  await expect.element(page.getByText('Undo Ctrl Z')).toBeVisible();
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toHaveAccessibleDescription('Undo Ctrl Z');
});
