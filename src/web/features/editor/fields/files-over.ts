import { findBlock } from '#newsletter/document/layout.ts';
import { loadDragging, loadedDragging } from '#web/features/editor/drag/dragging-part.ts';
import type { DropPlaces } from '#web/features/editor/drag/drop-places.ts';
import { endDrag, type Landing, showLanding } from '#web/features/editor/kernel/drag-state.ts';
import { canTake } from '#web/features/editor/kernel/pending-files.ts';
import type { EditorTools } from '#web/features/editor/kernel/tools.tsx';
import { addFiles } from '#web/features/editor/photos/add-photos-part.ts';
import { addFilesToBlock, placeBelow } from '#web/features/editor/photos/file-commands.ts';

/** Follows files that are dragged over the editor. `isHandled`: a form takes them. */
export interface FilesOver {
  move(event: DragEvent, isHandled: boolean): void;
  drop(event: DragEvent, files: readonly File[], isHandled: boolean): void;
  /** Called when the files have left the editor. */
  reset(): void;
}

/** Shows where files would land on the canvas, and puts them there. */
export function followFiles(tools: EditorTools): FilesOver {
  return new CanvasFiles(tools);
}

class CanvasFiles implements FilesOver {
  readonly #tools: EditorTools;
  #places: DropPlaces | null = null;
  #highlighted: HTMLElement | null = null;
  /** False if the files were dropped before this was loaded. */
  #hasMoved = false;

  constructor(tools: EditorTools) {
    this.#tools = tools;
  }

  move(event: DragEvent, isHandled: boolean): void {
    this.#hasMoved = true;
    const isOnCanvas = this.#isOnCanvas(event, isHandled);
    if (event.dataTransfer !== null && !isHandled && !isOnCanvas) event.dataTransfer.dropEffect = 'none';
    if (!isOnCanvas) {
      this.reset();
      return;
    }
    // Browsers reveal file names only at the drop.
    const items = Array.from(event.dataTransfer?.items ?? [], ({ type }) => ({ type, name: '' }));
    const element = blockAt(this.#tools, event, items);
    const words = invitation(event);
    this.#highlight(element, words);
    showLanding(this.#tools.editing.drag, element === null ? this.#landing(event) : null, words);
  }

  drop(event: DragEvent, files: readonly File[], isHandled: boolean): void {
    const { editing } = this.#tools;
    const over = this.#hasMoved ? this.#highlighted : blockAt(this.#tools, event, files);
    const { landing } = editing.drag.getState();
    this.reset();
    if (!this.#isOnCanvas(event, isHandled)) return;
    const name = over?.dataset.block;
    if (name !== undefined && addFilesToBlock(editing, name, files)) return;
    if (loadedDragging() !== null) this.#add(files, landing);
    else
      loadDragging().then(
        () => {
          this.#add(files, this.#landing(event));
          this.reset();
        },
        () => this.#add(files, null),
      );
  }

  reset(): void {
    this.#highlight(null);
    this.#places = null;
    endDrag(this.#tools.editing.drag);
  }

  #isOnCanvas({ target }: DragEvent, isHandled: boolean): boolean {
    const area = this.#tools.scroller.current;
    return !isHandled && area !== null && target instanceof Node && area.contains(target);
  }

  #highlight(element: HTMLElement | null, words = ''): void {
    if (this.#highlighted === element) return;
    this.#highlighted?.removeAttribute('data-file-over');
    element?.setAttribute('data-file-over', words);
    this.#highlighted = element;
  }

  #landing({ clientX, clientY }: DragEvent): Landing | null {
    const sheet = this.#tools.sheet.current;
    const dragging = loadedDragging();
    if (sheet === null || dragging === null) return null;
    const { landingAt, measurePlaces, pointOn, withoutRoomBelow } = dragging;
    this.#places ??= withoutRoomBelow(measurePlaces(sheet));
    const { document } = this.#tools.editing.store.getState();
    const point = pointOn(sheet, { x: clientX, y: clientY });
    return landingAt(this.#places, point, document, { kind: 'tile', type: 'image' });
  }

  #add(files: readonly File[], aim: Landing | null): void {
    const { editing } = this.#tools;
    const { selected } = editing.store.getState();
    const below = selected === null ? undefined : placeBelow(editing, selected);
    addFiles(editing, files, aim === null ? below : { ...aim.place, isWide: aim.isAcross });
  }
}

/** The words about the dragged files, with their number if the browser reveals it before the drop. */
function invitation({ dataTransfer }: DragEvent): string {
  const files = Array.from(dataTransfer?.items ?? []).filter(({ kind }) => kind === 'file');
  if (files.length === 0) return 'Drop your photos here';
  const noun = files.every(({ type }) => type.startsWith('image/')) ? 'photo' : 'file';
  return files.length === 1 ? `Drop the ${noun} here` : `Drop ${files.length} ${noun}s here`;
}

// The block under the pointer, if it accepts the dragged files.
function blockAt(
  { editing }: EditorTools,
  event: DragEvent,
  files: Parameters<typeof canTake>[1],
): HTMLElement | null {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-block]') : null;
  const name = element?.dataset.block;
  if (name === undefined) return null;
  const block = findBlock(editing.store.getState().document, name);
  return block !== null && canTake(block.type, files) ? element : null;
}
