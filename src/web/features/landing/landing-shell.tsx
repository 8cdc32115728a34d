import type { ComponentType } from 'react';
import { Outlet } from 'react-router';
export function LandingShell({ panel: Panel }: { panel: ComponentType }) {
  return (
    <main id="main" tabIndex={-1}>
      <Panel />
      <Outlet />
    </main>
  );
}
