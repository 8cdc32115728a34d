import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useEscapeWhileLoading } from '#ui/dialogs/use-escape-while-loading.ts';
import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { Dialogs } from './dialogs.tsx';
import { useTools } from './editor-context.tsx';

/** What comes after the editor itself: not needed to open a newsletter, but to be there when it is, network or not. */
const LATER: readonly (() => Promise<unknown>)[] = [
  () => import('./dialogs.tsx'),
  () => import('#newsletter/rich-text/editor/rich-text-input.tsx'),
  () => import('#newsletter/fields/color-picker.tsx'),
  () => import('#web/newsletter-ui/renderer/main-thread-engine.ts'),
  () => import('#ui/dialogs/confirm-dialog.tsx'),
  () => import('#ui/uploads/crop-dialog.tsx'),
];
/** How long after it has been opened, in milliseconds: the newsletter itself comes first. */
const QUIET_AFTER = 1500;

/** Loads what comes later, while the browser has nothing else to do. */
export function usePreloading(): void {
  useEffect(() => {
    const timer = setTimeout(() => whenIdle(() => void loadAll()), QUIET_AFTER);
    // What was put off for want of a network.
    const again = () => void loadAll();
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, []);
}

async function loadAll(): Promise<void> {
  // A failed import would stay so for the life of the page.
  if (!navigator.onLine) return;
  // One after the other: what somebody asks for meanwhile is not behind all of them. Who needs it says what is missing.
  for (const load of LATER) await load().catch(() => undefined);
}

// Not every browser tells when it is idle.
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 3000 });
  else run();
}

/** The dialogs, loaded with the first that is asked for, if they are not there yet. */
export function LazyDialogs(props: ComponentProps<typeof Dialogs>) {
  const { saver } = useTools().editing;
  const isHeld = useStore(saver.state, ({ step }) => step === 'conflict' || step === 'gone');
  const isWanted = props.layout.isOpen || props.help.isOpen || props.question !== null || isHeld;
  const [Loaded, setLoaded] = useState<typeof Dialogs | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    import('./dialogs.tsx').then(
      (loaded) => setLoaded(() => loaded.Dialogs),
      () => toast.error('This could not be loaded. What you have typed is kept.', { action: RELOAD }),
    );
  }, [isWanted]);
  const { help, layout, question } = props;
  const leave = useMemo(() => {
    if (Loaded !== null) return null;
    if (question !== null) return () => question.answer('stay');
    if (layout.isOpen) return layout.onClose;
    return help.isOpen ? help.onClose : null;
  }, [Loaded, help, layout, question]);
  useEscapeWhileLoading(leave);
  return Loaded && <Loaded {...props} />;
}
