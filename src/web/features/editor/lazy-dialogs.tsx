import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import { RichTextField } from '#newsletter/rich-text/editor/rich-text-field.tsx';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { useEscapeWhileLoading } from '#ui/dialogs/use-escape-while-loading.ts';
import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';
import { ActionRail } from '#web/features/editor/actions/action-rail-part.tsx';
import { BlockSearch } from '#web/features/editor/adding/block-search-part.tsx';
import { MailSize } from '#web/features/editor/canvas/mail-size-part.tsx';
import { FileNotes } from '#web/features/editor/canvas/missing-notes.tsx';
import { DesignFields } from '#web/features/editor/design/design-fields-part.tsx';
import { OwnColourFields } from '#web/features/editor/design/own-colour-fields-part.tsx';
import { loadDragging } from '#web/features/editor/drag/dragging-part.ts';
import { BlockPanel } from '#web/features/editor/fields/block-panel-part.tsx';
import { PeopleHere } from '#web/features/editor/header/people-here-part.ts';
import { loadWhileOnline } from '#web/features/editor/kernel/load-while-online.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';
import { loadMerging } from '#web/features/editor/merging/session-saver.ts';
import { MoreMenu } from '#web/features/editor/phone/phone-tools.tsx';
import { loadAddPhotos } from '#web/features/editor/photos/add-photos-part.ts';
import { PhotoTiles } from '#web/features/editor/photos/photo-parts.tsx';
import { ReadAsSelect } from '#web/features/editor/reading/read-as-field.tsx';
import { loadPublishing } from '#web/features/editor/saving/use-ask-before-publishing.ts';
import { WritingLayer } from '#web/features/editor/writing/writing-layer-part.tsx';
import type { Dialogs } from './dialogs.tsx';
import { GUESTS } from './guests.ts';

type Load = () => Promise<unknown>;

/** The tools for typing and dragging: people click into the words as soon as they see them. */
const SOON: readonly Load[] = [
  WritingLayer.preload,
  BlockPanel.preload,
  loadDragging,
  ActionRail.preload,
  MoreMenu.preload,
  ...GUESTS.at('preload').flatMap(({ contribution }) => contribution.soon ?? []),
];
/** Modules that opening a newsletter does not need, preloaded so that they are there without a network too. */
const PRELOADED: readonly Load[] = [
  ...Object.values(EDITORS).map(({ Form }) => Form.preload),
  () => import('./dialogs.tsx'),
  loadMerging,
  loadPublishing,
  // A failed import stays failed, and Publish would with it.
  ...GUESTS.at('beforePublishing').map(({ contribution }) => contribution),
  ...SOON,
  ...GUESTS.at('preload').flatMap(({ contribution }) => contribution.later ?? []),
  DesignFields.preload,
  FileNotes.preload,
  BlockSearch.preload,
  OwnColourFields.preload,
  ReadAsSelect.preload,
  MailSize.preload,
  PeopleHere.preload,
  () => import('#web/features/editor/pasting/paste-on-canvas.ts'),
  RichTextField.preload,
  PhotoTiles.preload,
  loadAddPhotos,
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
    whenIdle(() => void loadWhileOnline(SOON));
    const timer = setTimeout(() => whenIdle(() => void loadWhileOnline(PRELOADED)), PRELOAD_DELAY);
    // Loads the modules that were left out for lack of a network.
    const retry = () => void loadWhileOnline(PRELOADED);
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, []);
}

/** The dialogs, loaded when the first one opens if they are not preloaded yet. */
export function LazyDialogs(props: ComponentProps<typeof Dialogs>) {
  const { saver } = useTools().editing;
  const isBlocked = useStore(saver.state, ({ step }) => step === 'conflict' || step === 'gone');
  const isWanted =
    props.layout.isOpen || props.help.isOpen || props.design.isOpen || props.reading.isOpen || isBlocked;
  const [Loaded, setLoaded] = useState<typeof Dialogs | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    import('./dialogs.tsx').then(
      (loaded) => setLoaded(() => loaded.Dialogs),
      () =>
        toast.error('This could not be loaded. What you have typed is kept.', {
          action: RELOAD,
          // Nothing is saved until the page is loaded again, so the message stays.
          ...(isBlocked && { duration: DAY_MS }),
        }),
    );
  }, [isWanted, isBlocked]);
  const { help, layout, design, reading } = props;
  const close = useMemo(() => {
    if (Loaded !== null) return null;
    if (layout.isOpen) return layout.onClose;
    if (design.isOpen) return design.onClose;
    if (reading.isOpen) return reading.onClose;
    return help.isOpen ? help.onClose : null;
  }, [Loaded, help, layout, design, reading]);
  useEscapeWhileLoading(close);
  return Loaded && <Loaded {...props} />;
}
