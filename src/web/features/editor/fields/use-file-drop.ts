import { useWindowEvent } from '@mantine/hooks';
import { useMemo } from 'react';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { takesPaste } from '#web/features/editor/kernel/places/shortcuts.ts';
import { type EditorTools, useTools } from '#web/features/editor/kernel/tools.tsx';
import { addFiles } from '#web/features/editor/photos/add-photos-part.ts';
import { pasteFiles, placeBelow } from '#web/features/editor/photos/file-commands.ts';
import type { FilesOver } from './files-over.ts';

/** Accepts files dropped on the canvas or pasted anywhere in the editor. */
export function useFileDrop(): void {
  const tools = useTools();
  const { isContributor } = tools.editing;
  const drops = useMemo(() => followDrops(tools), [tools]);
  // Forms have fields for files of their own. In the capture phase: text fields would swallow a picture.
  useWindowEvent('paste', (event) => isContributor || pasteInto(tools.editing, event), { capture: true });
  useWindowEvent('dragover', (event) => isContributor || drops.over(event));
  useWindowEvent('drop', (event) => isContributor || drops.drop(event));
  useWindowEvent('dragleave', (event) => isContributor || drops.leave(event));
}

function pasteInto(editing: EditorSession, event: ClipboardEvent): void {
  const files = Array.from(event.clipboardData?.files ?? []);
  if (files.length === 0 || document.querySelector('[aria-modal="true"]') !== null) return;
  // Word and spreadsheets also put a picture of the text on the clipboard.
  const hasText = event.clipboardData?.types.some((type) => type.startsWith('text/')) ?? false;
  if (hasText && takesPaste(event.target)) return;
  event.preventDefault();
  const focused = document.activeElement?.closest<HTMLElement>('[data-block]')?.dataset.block;
  pasteFiles(editing, files, focused ?? editing.store.getState().selected);
}

// The first files that come over the page load the code that shows where they would land.
function followDrops(tools: EditorTools) {
  let shown: FilesOver | null = null;
  // The last movement before that code was loaded.
  let missed: DragEvent | null = null;
  const load = async () => {
    const { followFiles } = await import('./files-over.ts');
    shown ??= followFiles(tools);
    return shown;
  };
  // Otherwise the browser would leave the editor and open the file. Forms take files of their own.
  const isHandled = (event: DragEvent) => {
    const { defaultPrevented } = event;
    event.preventDefault();
    return defaultPrevented;
  };
  return {
    over(event: DragEvent) {
      if (!hasFiles(event)) return;
      const handled = isHandled(event);
      if (shown !== null) return shown.move(event, handled);
      missed = event;
      load().then(
        (loaded) => missed === event && loaded.move(event, handled),
        () => undefined,
      );
    },
    drop(event: DragEvent) {
      if (!hasFiles(event)) return;
      const handled = isHandled(event);
      const files = Array.from(event.dataTransfer?.files ?? []);
      missed = null;
      if (shown !== null) return shown.drop(event, files, handled);
      const { selected } = tools.editing.store.getState();
      const below = selected === null ? undefined : placeBelow(tools.editing, selected);
      load().then(
        (loaded) => loaded.drop(event, files, handled),
        () => handled || addFiles(tools.editing, files, below),
      );
    },
    leave(event: DragEvent) {
      if (event.relatedTarget !== null) return;
      missed = null;
      shown?.reset();
    },
  };
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
