import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import { RichTextField } from '#newsletter/rich-text/editor/rich-text-field.tsx';
import { useEscapeWhileLoading } from '#ui/dialogs/use-escape-while-loading.ts';
import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BlockSearch } from '#web/features/editor/adding/block-search-part.tsx';
import { loadRules } from '#web/features/editor/check/checker.ts';
import { CheckPanel } from '#web/features/editor/check/lazy-check-panel.tsx';
import { OwnColourFields } from '#web/features/editor/design/own-colour-fields-part.tsx';
import { HistoryScreen } from '#web/features/editor/history/history-part.ts';
import { PhotoTiles } from '#web/features/editor/photos/photo-parts.tsx';
import { WritingLayer } from '#web/features/editor/writing/writing-layer-part.tsx';
import type { Dialogs } from './dialogs.tsx';
import { loadMerging } from './editing.ts';
import { useTools } from './editor-context.tsx';

/** Modules that opening a newsletter does not need, preloaded so that they are there without a network too. */
const PRELOADED: readonly (() => Promise<unknown>)[] = [
  ...Object.values(EDITORS).map(({ Form }) => Form.preload),
  () => import('./dialogs.tsx'),
  loadMerging,
  loadRules,
  CheckPanel.preload,
  WritingLayer.preload,
  BlockSearch.preload,
  OwnColourFields.preload,
  HistoryScreen.preload,
  () => import('#web/features/editor/pasting/paste-on-canvas.ts'),
  RichTextField.preload,
  PhotoTiles.preload,
  () => import('#ui/uploads/upload-file.ts'),
  () => import('#newsletter/fields/color-picker.tsx'),
  () => import('#web/newsletter-ui/renderer/main-thread-engine.ts'),
  () => import('#ui/dialogs/confirm-dialog.tsx'),
  () => import('#ui/uploads/crop-dialog.tsx'),
];
/** Delay after opening, in milliseconds: the newsletter itself loads first. */
const PRELOAD_DELAY = 1500;

/** Preloads the other modules while the browser is idle. */
export function usePreloading(): void {
  useEffect(() => {
    // What one types with comes first: people click into the words as soon as they see them.
    whenIdle(() => void loadAll([WritingLayer.preload]));
    const timer = setTimeout(() => whenIdle(() => void loadAll()), PRELOAD_DELAY);
    // Retries what failed for lack of a network.
    const retry = () => void loadAll();
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, []);
}

async function loadAll(modules = PRELOADED): Promise<void> {
  // A failed import stays failed until the page is reloaded.
  if (!navigator.onLine) return;
  // One by one, so that a module needed now does not queue behind them. Failures are shown where a module is used.
  for (const load of modules) await load().catch(() => undefined);
}

// Not every browser has `requestIdleCallback`.
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 3000 });
  else run();
}

/** The dialogs, loaded when the first one opens if they are not preloaded yet. */
export function LazyDialogs(props: ComponentProps<typeof Dialogs>) {
  const { saver } = useTools().editing;
  const isBlocked = useStore(saver.state, ({ step }) => step === 'conflict' || step === 'gone');
  const isWanted =
    props.layout.isOpen ||
    props.help.isOpen ||
    props.design.isOpen ||
    props.reading.isOpen ||
    props.question !== null ||
    isBlocked;
  const [Loaded, setLoaded] = useState<typeof Dialogs | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    import('./dialogs.tsx').then(
      (loaded) => setLoaded(() => loaded.Dialogs),
      () => toast.error('This could not be loaded. What you have typed is kept.', { action: RELOAD }),
    );
  }, [isWanted]);
  const { help, layout, design, reading, question } = props;
  const close = useMemo(() => {
    if (Loaded !== null) return null;
    if (question !== null) return () => question.answer('stay');
    if (layout.isOpen) return layout.onClose;
    if (design.isOpen) return design.onClose;
    if (reading.isOpen) return reading.onClose;
    return help.isOpen ? help.onClose : null;
  }, [Loaded, help, layout, design, reading, question]);
  useEscapeWhileLoading(close);
  return Loaded && <Loaded {...props} />;
}
