import { lazy, Suspense, useRef } from 'react';
import { useAuthMode } from './auth-mode.ts';

const AuthPanel = lazy(() => import('./auth-panel.tsx').then((file) => ({ default: file.AuthPanel })));

/** The auth panel, loaded when it is first opened: its forms and their schemas are not part of the landing page. */
export function AuthPanelGate() {
  const { mode, close } = useAuthMode();
  const last = useRef(mode);
  if (mode !== null) last.current = mode;
  // While it moves out it still shows what it showed.
  const shown = mode ?? last.current;
  return shown && <Suspense>{<AuthPanel mode={shown} opened={mode !== null} onClose={close} />}</Suspense>;
}
