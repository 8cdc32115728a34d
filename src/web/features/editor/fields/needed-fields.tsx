import { useEffect, useRef, useState } from 'react';
import { isLimitMessage } from '#newsletter/document/block.ts';
import type { Block } from '#newsletter/document/document.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { rowName } from '#web/features/editor/kernel/unsaved-blocks.ts';
import classes from './field-editor.module.css';

/** Says which fields keep Save changes from being pressed. Its line is always there, so that nothing moves. */
export function NeededFields({
  id,
  label,
  block,
  problems,
  isUploading,
}: {
  id: string;
  /** The block's label on the canvas. */
  label: string;
  block: Block;
  problems: Readonly<Record<string, string>>;
  /** Files of the block are on their way; saving waits for them. */
  isUploading: boolean;
}) {
  const [needed, setNeeded] = useState('');
  const isFinished = Object.keys(problems).length === 0;
  useEffect(() => {
    // A finished block costs no search and no drawing at each keystroke.
    if (isFinished) return;
    const say = () => {
      setNeeded(wordsFor(problems, (path) => nameOf(block, label, path)));
    };
    say();
    const fields = document.querySelector('[data-fields]');
    // The fields of a block type are loaded with its first block.
    const observer = new MutationObserver(say);
    if (fields !== null) observer.observe(fields, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      setNeeded('');
    };
  }, [block, label, problems, isFinished]);
  const words = isUploading ? 'Waiting for the upload' : needed;
  useAnnounceInPause(words);
  return (
    <p id={id} className={classes.needed}>
      {words}
    </p>
  );
}

/** The pause in typing before the words are announced, in milliseconds. */
const PAUSE = 1500;

// Announced in a pause, as it would talk over each typed letter. The words with which the form opens are no news.
function useAnnounceInPause(words: string): void {
  const { announce } = useTools().editing;
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (words === '' || words === last.current) return;
    if (last.current === null) {
      last.current = words;
      return;
    }
    const timer = setTimeout(() => {
      last.current = words;
      announce(words);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [words, announce]);
}

function wordsFor(problems: Readonly<Record<string, string>>, called: (path: string) => string): string {
  const [tooLong, needed] = [true, false].map((isLimit) => {
    const paths = Object.keys(problems).filter((path) => isLimitMessage(problems[path]) === isLimit);
    return [...new Set(paths.map(called))].join(', ');
  });
  return [needed && `To finish: ${needed}`, tooLong && `Too long: ${tooLong}`].filter(Boolean).join('. ');
}

// The field's label, or its row's name while the row is closed; words written on the page have no field in the form.
function nameOf(block: Block, called: string, path: string): string {
  const field = document.querySelector<HTMLElement>(`[data-fields] [data-path="${CSS.escape(path)}"]`);
  if (field?.dataset.needed !== undefined) return field.dataset.needed;
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  const label = isField ? field.labels?.[0] : field?.querySelector('legend, label');
  const shown = label?.textContent ?? field?.ariaLabel;
  const written = textsOf(block).find((text) => text.path === path)?.label;
  return shown || written || rowName(block, path) || called;
}
