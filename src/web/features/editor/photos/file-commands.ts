import { isAtFoot } from '#newsletter/document/document.ts';
import { findBlock, positionOf } from '#newsletter/document/layout.ts';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { canTake } from '#web/features/editor/kernel/pending-files.ts';
import { blockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import type { PhotoPlace } from './add-photos.ts';
import { addFiles, addPhotosTo } from './add-photos-part.ts';
import { photoRoom } from './put-photo.ts';

/** The commands for dropped and pasted files. */

/** Adds files to a block; false if its type does not accept them. */
export function addFilesToBlock(editing: EditorSession, name: string, files: readonly File[]): boolean {
  const block = findBlock(editing.store.getState().document, name);
  if (block === null || !canTake(block.type, files)) return false;
  const { max, count } = photoRoom(block);
  // The new picture replaces the only one.
  const isReplaced = max === count && max <= 1;
  selectBlock(editing, name);
  if (max > 0 && !isReplaced) {
    addPhotosTo(editing, name, files);
    return true;
  }
  editing.files.add(name, files);
  editing.announce(`${blockLabel(editing.store.getState().document, name)}: uploading ${namesOf(files)}`);
  return true;
}

/** Pastes files into the focused or selected block if it accepts them, else as new blocks below it. */
export function pasteFiles(editing: EditorSession, files: readonly File[], target: string | null): void {
  if (target !== null && addFilesToBlock(editing, target, files)) return;
  addFiles(editing, files, target === null ? undefined : placeBelow(editing, target));
}

/** The place for a new block below another, equally wide; undefined below a footer: at the end. */
export function placeBelow(editing: EditorSession, name: string): PhotoPlace | undefined {
  const { document } = editing.store.getState();
  const place = positionOf(document, name);
  const block = findBlock(document, name);
  if (place === null || isAtFoot(block)) return undefined;
  return {
    column: place.column,
    slot: place.slot + 1,
    isWide: block?.wide === true,
    audience: block?.audience,
  };
}

function namesOf(files: readonly File[]): string {
  return files.map(({ name }) => name).join(', ');
}
