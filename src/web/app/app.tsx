import { MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode } from 'react';
import '#web/styles/global.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import './tokens.css';
import '#web/styles/controls.css';
import '#web/styles/forced-colors.css';
import '#web/styles/low-screens.css';
import { cssVariables, theme } from './theme.ts';

/** The providers around every screen, in the browser and when pages are prerendered at build time. */
export function App({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        {children}
      </MantineProvider>
    </StrictMode>
  );
}
