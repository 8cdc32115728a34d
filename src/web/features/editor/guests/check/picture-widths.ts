import { FILES_PATH } from '#contract/rules/stored-files.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { picturesOf } from '#newsletter/document/traits.ts';
import { canvasDocument, type EditorState } from '#web/features/editor/kernel/state/editor-state.ts';

/** The widths of a newsletter's own pictures, in pixels, by address. */
export interface PictureWidths {
  readonly known: ReadonlyMap<string, number>;
  /** Measures the unknown ones: the canvas has loaded the same pictures. */
  measure(state: EditorState): void;
}

/** `onKnown` is called after each that has been measured. */
export function createPictureWidths(onKnown: () => void): PictureWidths {
  const known = new Map<string, number>();
  const asked = new Set<string>();
  return {
    known,
    measure(state) {
      const addresses = blocksOf(canvasDocument(state)).flatMap((block) =>
        picturesOf(block).map(({ address }) => address),
      );
      for (const address of addresses) {
        if (asked.has(address) || !address.startsWith(FILES_PATH)) continue;
        asked.add(address);
        const image = new Image();
        image.onload = () => {
          known.set(address, image.naturalWidth);
          onKnown();
        };
        image.src = address;
      }
    },
  };
}
