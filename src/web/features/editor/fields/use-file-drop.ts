import { useEffect } from 'react';
import { findBlock } from '#newsletter/document/layout.ts';
import { endDrag, type Landing, showLanding } from '#web/features/editor/drag/drag-state.ts';
import { loadDragging, loadedDragging } from '#web/features/editor/drag/dragging-part.ts';
import type { Places } from '#web/features/editor/drag/drop-places.ts';
import { type EditorTools, useTools } from '#web/features/editor/editor-context.tsx';
import { addFiles } from '#web/features/editor/photos/add-photos-part.ts';
import { takesPaste } from '#web/features/editor/shortcuts.ts';
import { addFilesToBlock, pasteFiles, placeBelow } from '#web/features/editor/state/file-commands.ts';
import { canTake } from './pending-files.ts';

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

function listenForDrops(tools: EditorTools): () => void {
  const { editing } = tools;
  let places: Places | null = null;
  let highlighted: Element | null = null;

  const highlight = (element: Element | null, words = '') => {
    if (highlighted === element) return;
    highlighted?.removeAttribute('data-file-over');
    element?.setAttribute('data-file-over', words);
    highlighted = element;
  };
  const reset = () => {
    highlight(null);
    places = null;
    endDrag(editing.drag);
  };
  const landing = ({ clientX, clientY }: DragEvent) => {
    const sheet = tools.sheet.current;
    if (sheet === null) return null;
    const dragging = loadedDragging();
    if (dragging === null) return null;
    const { landingAt, measurePlaces, pointOn, withoutRoomBelow } = dragging;
    places ??= withoutRoomBelow(measurePlaces(sheet));
    const point = pointOn(sheet, { x: clientX, y: clientY });
    return landingAt(places, point, editing.store.getState().document, { kind: 'tile', type: 'image' });
  };
  const add = (files: readonly File[], aim: Landing | null) => {
    const { selected } = editing.store.getState();
    const below = selected === null ? undefined : placeBelow(editing, selected);
    addFiles(editing, files, aim === null ? below : { ...aim.place, isWide: aim.isAcross });
  };
  const dragOver = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    const isHandled = event.defaultPrevented;
    // Otherwise the browser would leave the editor and open the file.
    event.preventDefault();
    const isOnCanvas = !isHandled && contains(tools.scroller.current, event.target);
    if (event.dataTransfer !== null && !isHandled && !isOnCanvas) event.dataTransfer.dropEffect = 'none';
    if (!isOnCanvas) return reset();
    const block = blockAt(tools, event);
    const words = invitation(event);
    highlight(block?.element ?? null, words);
    showLanding(editing.drag, block === null ? landing(event) : null, words);
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    const isHandled = event.defaultPrevented;
    event.preventDefault();
    const files = Array.from(event.dataTransfer?.files ?? []);
    const name = highlighted instanceof HTMLElement ? highlighted.dataset.block : undefined;
    const { landing: aim } = editing.drag.getState();
    const isOnCanvas = !isHandled && contains(tools.scroller.current, event.target);
    reset();
    if (!isOnCanvas || (name !== undefined && addFilesToBlock(editing, name, files))) return;
    if (loadedDragging() !== null) return add(files, aim);
    loadDragging().then(
      () => {
        add(files, landing(event));
        reset();
      },
      () => add(files, null),
    );
  };
  const leave = (event: DragEvent) => {
    if (event.relatedTarget === null) reset();
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

/** What is said of the dragged files: how many there are, where the browser tells it before the drop. */
function invitation({ dataTransfer }: DragEvent): string {
  const files = Array.from(dataTransfer?.items ?? []).filter(({ kind }) => kind === 'file');
  if (files.length === 0) return 'Drop your photos here';
  const noun = files.every(({ type }) => type.startsWith('image/')) ? 'photo' : 'file';
  return files.length === 1 ? `Drop the ${noun} here` : `Drop ${files.length} ${noun}s here`;
}

function contains(area: Element | null, target: EventTarget | null): boolean {
  return area !== null && target instanceof Node && area.contains(target);
}

// The block under the pointer, if it accepts the dragged files. Browsers reveal file names only at the drop.
function blockAt({ editing }: EditorTools, event: DragEvent) {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-block]') : null;
  const name = element?.dataset.block;
  if (name === undefined) return null;
  const block = findBlock(editing.store.getState().document, name);
  const items = Array.from(event.dataTransfer?.items ?? [], ({ type }) => ({ type, name: '' }));
  return block !== null && canTake(block.type, items) ? { element, name } : null;
}
