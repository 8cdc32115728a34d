import type { DescribedPhoto } from '#newsletter/blocks/block-editor.ts';
import type { Block } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { type PictureOf, picturesOf } from '#newsletter/document/traits.ts';
import {
  saveInPlace,
  saveUnlessSelected,
  selectBlock,
} from '#web/features/editor/kernel/commands/commands.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { blockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import { type EditorState, edit, shownBlock } from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { isArriving, type PhotoUpload } from './photo-upload.ts';
import { addressesBefore, photoUploadsOf } from './photo-uploads.ts';
import { putPhoto } from './put-photo.ts';

/** A picture of a block, or a photo on its way there. */
interface ShownPhoto {
  readonly key: string;
  readonly picture: PictureOf;
  readonly upload: PhotoUpload | null;
  readonly fileName: string | null;
}

/** A block's pictures and the photos on their way to it, in their future order. */
export function shownPhotos(block: Block, uploads: readonly PhotoUpload[]): readonly ShownPhoto[] {
  const own = uploads.filter((upload) => upload.block === block.name);
  // A photo on its way has its id in place of an address.
  const whole = own
    .filter(isArriving)
    .reduce(
      (filled, upload) =>
        putPhoto(filled, { url: upload.id, alt: upload.alt }, addressesBefore(upload, uploads)),
      block,
    );
  return picturesOf(whole)
    .filter(({ address }) => address !== '')
    .map((picture) => {
      const upload = own.find(({ id, step }) => id === picture.address && step.at !== 'done');
      const done = own.find(({ step }) => step.at === 'done' && step.url === picture.address);
      const came = upload ?? done;
      return {
        key: came?.id ?? picture.address,
        picture,
        upload: upload ?? null,
        fileName: came?.file.name ?? null,
      };
    });
}

/** The photos described together: those of a block, and those of the same drop. */
export function describedPhotos(
  editing: EditorSession,
  state: Pick<EditorState, 'document' | 'workingCopies'>,
  uploads: readonly PhotoUpload[],
  name: string,
): readonly DescribedPhoto[] {
  const drop = uploads.findLast(({ block }) => block === name)?.drop;
  const together = uploads.filter((upload) => upload.drop === drop).map(({ block }) => block);
  const whole = { ...editing.store.drawn.getState(), ...state };
  const names = [...new Set(together.length > 0 ? together : [name])];
  const isOfSeveral = names.filter((each) => findBlock(whole.document, each) !== null).length > 1;
  return names.flatMap((each) => {
    const block = shownBlock(whole, each);
    const group = isOfSeveral
      ? {
          label: blockLabel(whole.document, each),
          show: each === name ? null : () => selectBlock(editing, each),
        }
      : null;
    return block === null ? [] : describedIn(editing, block, uploads, { isOwn: each === name, group });
  });
}

function describedIn(
  editing: EditorSession,
  block: Block,
  uploads: readonly PhotoUpload[],
  { isOwn, group }: { readonly isOwn: boolean; readonly group: DescribedPhoto['group'] },
): readonly DescribedPhoto[] {
  const own = picturesOf(block);
  const shown = shownPhotos(block, uploads);
  return shown.map(({ key, picture, upload, fileName }, at) => {
    const index = shown.slice(0, at).filter((each) => each.upload === null).length;
    const stored = own[index];
    return {
      key,
      address: upload?.preview ?? picture.address,
      alt: picture.alt,
      fileName,
      describe: (alt) => {
        if (upload !== null) photoUploadsOf(editing).describe(upload.id, alt);
        else if (stored !== undefined) act(editing.store, edit, block.name, stored.describe(alt).value);
      },
      leave: (next) => {
        const isOfAnother = next !== undefined && next.group?.label !== group?.label;
        if (isOfAnother) saveInPlace(editing, block.name);
        else saveUnlessSelected(editing, block.name);
      },
      own: isOwn && upload === null ? index : null,
      path: isOwn ? picture.path : null,
      group,
      arrival: upload === null ? null : arrivalOf(editing, upload),
    };
  });
}

/** The progress of a photo on its way, with the ways to retry and to remove it. */
export function arrivalOf(editing: EditorSession, { id, file, step }: PhotoUpload) {
  return {
    name: file.name,
    progress: step.at === 'uploading' ? step.progress : 0,
    problem: step.at === 'failed' ? step : null,
    retry: () => photoUploadsOf(editing).retry(id),
    remove: () => photoUploadsOf(editing).remove(id),
  };
}
