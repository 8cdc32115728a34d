import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { type BlockType, DEFINITIONS, type NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { useEditor } from '#web/features/editor/editor-context.tsx';

// All blocks of the canvas ask for the same document.
const known = new WeakMap<NewsletterDocument, ReadonlyMap<string, string>>();

/**
 * What a block is called, wherever it is: its type, with a number in reading order if there are several of it. 'Text 3' can
 * be said to a program for speech control.
 */
export function useBlockLabel(name: string, type: BlockType): string {
  return useEditor((state) => blockLabel(state.document, name)) ?? DEFINITIONS[type].label;
}

/**
 * Names a block's button by what the block is called and the words that it shows; returns a function that sets the words.
 * A new number draws no block again.
 */
export function useCoverLabel(cover: RefObject<HTMLElement | null>, called: string): (words: string) => void {
  const latest = useRef({ called, words: '' });
  const label = useCallback(() => {
    const { called, words } = latest.current;
    cover.current?.setAttribute('aria-label', words === '' ? `${called} block` : `${called}: ${words}`);
  }, [cover]);
  useLayoutEffect(() => {
    latest.current.called = called;
    label();
  }, [called, label]);
  return useCallback(
    (words) => {
      latest.current.words = words;
      label();
    },
    [label],
  );
}

export function blockLabel(document: NewsletterDocument, name: string): string | undefined {
  const labels = known.get(document) ?? labelsIn(document);
  known.set(document, labels);
  return labels.get(name);
}

function labelsIn(document: NewsletterDocument): ReadonlyMap<string, string> {
  const byType = Map.groupBy(blocksOf(document), ({ type }) => type);
  return new Map(
    [...byType].flatMap(([type, blocks]) =>
      blocks.map(({ name }, index) => {
        const { label } = DEFINITIONS[type];
        return [name, blocks.length === 1 ? label : `${label} ${index + 1}`] as const;
      }),
    ),
  );
}
