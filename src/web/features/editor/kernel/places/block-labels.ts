import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { blockLabels } from '#newsletter/document/block-labels.ts';
import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { useBlockState, useEditor } from '#web/features/editor/kernel/tools.tsx';

// All blocks of the canvas ask for the same document.
const known = new WeakMap<NewsletterDocument, ReadonlyMap<string, string>>();

/**
 * What a block is called, wherever it is: its type, with a number in reading order if there are several of it. 'Text 3' can
 * be said to a program for speech control.
 */
export function useBlockLabel(name: string): string {
  return useBlockState(name, (state) => blockLabel(state.document, name));
}

/** What a finding is about: its block as `useBlockLabel` has it, or the newsletter's title (null). */
export function usePlaceLabel(name: string | null): string {
  return useEditor((state) => (name === null ? 'Title' : blockLabel(state.document, name)));
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

/** What a block is called; 'Block' for one that is gone. */
export function blockLabel(document: NewsletterDocument, name: string): string {
  const labels = known.get(document) ?? blockLabels(document);
  known.set(document, labels);
  return labels.get(name) ?? 'Block';
}
