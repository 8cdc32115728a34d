import { type ComponentProps, lazy, Suspense, useRef } from 'react';
import { useHydrated } from '#web/app/use-hydrated.ts';
import { useAuthMode } from './auth-mode.ts';

const AuthPanel = lazy(async () => {
  const [{ Queries }, { AuthPanel }] = await Promise.all([
    import('#web/api/queries.tsx'),
    import('./auth-panel.tsx'),
  ]);
  return {
    default: (props: ComponentProps<typeof AuthPanel>) => (
      <Queries>
        <AuthPanel {...props} />
      </Queries>
    ),
  };
});

/** The auth panel, loaded when it is first opened: its forms and their schemas are not part of the landing page. */
export function AuthPanelGate() {
  const { mode: asked, close } = useAuthMode();
  // The page came without it: queries are not known at the build.
  const mode = useHydrated() ? asked : null;
  const last = useRef(mode);
  if (mode !== null) last.current = mode;
  // While it moves out it still shows what it showed.
  const shown = mode ?? last.current;
  return shown && <Suspense>{<AuthPanel mode={shown} opened={mode !== null} onClose={close} />}</Suspense>;
}
