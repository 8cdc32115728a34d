import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { blockLabels } from '#newsletter/document/block-labels.ts';
import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { useBlockState, useEditor } from '#web/features/editor/kernel/tools.tsx';

// Every block of the canvas asks for the labels of the same document.
const known = new WeakMap<NewsletterDocument, ReadonlyMap<string, string>>();

/**
 * A block's label, the same everywhere: its type, with a number in reading order if there are several of that type. People
 * can say 'Text 3' to a program for speech control.
 */
export function useBlockLabel(name: string): string {
  return useBlockState(name, (state) => blockLabel(state.document, name));
}

/** The subject of a finding in words: the label of its block, or the newsletter's title (null). */
export function usePlaceLabel(name: string | null): string {
  return useEditor((state) => (name === null ? 'Title' : blockLabel(state.document, name)));
}

/**
 * Labels a block's button with the block's label and its words; returns a function that sets the words. A new number draws
 * no block again.
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

/** A block's label; 'Block' if it has been removed. */
export function blockLabel(document: NewsletterDocument, name: string): string {
  const labels = known.get(document) ?? blockLabels(document);
  known.set(document, labels);
  return labels.get(name) ?? 'Block';
}
