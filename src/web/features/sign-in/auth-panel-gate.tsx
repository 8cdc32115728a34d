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

/** Loads the auth panel when it is first opened, to keep its forms and schemas out of the landing page. */
export function AuthPanelGate() {
  const { mode: addressMode, close } = useAuthMode();
  // Prerendered pages do not contain the panel, because the query is unknown at build time.
  const mode = useHydrated() ? addressMode : null;
  const last = useRef(mode);
  if (mode !== null) last.current = mode;
  // While closing, it still shows its last mode.
  const shown = mode ?? last.current;
  return shown && <Suspense>{<AuthPanel mode={shown} opened={mode !== null} onClose={close} />}</Suspense>;
}
