import { MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode } from 'react';
import '#web/styles/every-screen.ts';
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
