import { useEffect } from 'react';
import { type EditorTools, useTools } from '#web/features/editor/editor-context.tsx';
import { addFiles } from '#web/features/editor/guests/photos/add-photos-part.ts';
import { pasteFiles, placeBelow } from '#web/features/editor/kernel/file-commands.ts';
import { takesPaste } from '#web/features/editor/shortcuts.ts';
import type { FilesOver } from './files-over.ts';

/** Accepts files dropped on the canvas or pasted anywhere in the editor. */
export function useFileDrop(): void {
  const tools = useTools();
  useEffect(() => {
    // Forms have fields for files of their own.
    if (tools.editing.isContributor) return;
    const stop = [listenForDrops(tools), listenForPastes(tools)];
    return () => {
      for (const each of stop) each();
    };
  }, [tools]);
}

function listenForPastes({ editing }: EditorTools): () => void {
  const paste = (event: ClipboardEvent) => {
    const files = Array.from(event.clipboardData?.files ?? []);
    if (files.length === 0 || document.querySelector('[aria-modal="true"]') !== null) return;
    // Word and spreadsheets also put a picture of the text on the clipboard.
    const hasText = event.clipboardData?.types.some((type) => type.startsWith('text/')) ?? false;
    if (hasText && takesPaste(event.target)) return;
    event.preventDefault();
    const focused = document.activeElement?.closest<HTMLElement>('[data-block]')?.dataset.block;
    const target = focused ?? editing.store.getState().selected;
    pasteFiles(editing, files, target);
  };
  // In the capture phase: text fields would swallow a picture.
  window.addEventListener('paste', paste, { capture: true });
  return () => window.removeEventListener('paste', paste, { capture: true });
}

// The first files that come over the page load the code that shows where they would land.
function listenForDrops(tools: EditorTools): () => void {
  let over: FilesOver | null = null;
  // The last movement before it was loaded.
  let missed: DragEvent | null = null;
  const load = async () => {
    const { followFiles } = await import('./files-over.ts');
    over ??= followFiles(tools);
    return over;
  };
  // Otherwise the browser would leave the editor and open the file. Forms take files of their own.
  const isHandled = (event: DragEvent) => {
    const { defaultPrevented } = event;
    event.preventDefault();
    return defaultPrevented;
  };
  const dragOver = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    const handled = isHandled(event);
    if (over !== null) return over.move(event, handled);
    missed = event;
    load().then(
      (loaded) => missed === event && loaded.move(event, handled),
      () => undefined,
    );
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    const handled = isHandled(event);
    const files = Array.from(event.dataTransfer?.files ?? []);
    missed = null;
    if (over !== null) return over.drop(event, files, handled);
    const { selected } = tools.editing.store.getState();
    const below = selected === null ? undefined : placeBelow(tools.editing, selected);
    load().then(
      (loaded) => loaded.drop(event, files, handled),
      () => handled || addFiles(tools.editing, files, below),
    );
  };
  const leave = (event: DragEvent) => {
    if (event.relatedTarget !== null) return;
    missed = null;
    over?.reset();
  };
  window.addEventListener('dragover', dragOver);
  window.addEventListener('drop', drop);
  window.addEventListener('dragleave', leave);
  return () => {
    window.removeEventListener('dragover', dragOver);
    window.removeEventListener('drop', drop);
    window.removeEventListener('dragleave', leave);
  };
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
