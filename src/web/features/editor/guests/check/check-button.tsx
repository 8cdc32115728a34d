import { IconAccessible } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { Finding } from '#newsletter/check/finding.ts';
import { MAIL_WARNED } from '#newsletter/render/mail-limit.ts';
import { listWithAnd } from '#newsletter/values/lists.ts';
import head from '#web/features/editor/header/head-button.module.css';
import { useIsPanelShown } from '#web/features/editor/kernel/panels.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { unsavedBlocksIn } from '#web/features/editor/kernel/unsaved-blocks.ts';
import classes from './check-button.module.css';
import { checkerOf } from './checker.ts';
import { CHECK_PANEL, closeCheck, openCheck } from './open-check.ts';

/** Opens the check panel; shows the number of unfinished blocks and findings. */
export function CheckButton() {
  const { editing } = useTools();
  const checker = checkerOf(editing);
  const isShown = useIsPanelShown(CHECK_PANEL);
  const errors = useStore(checker.findings, (findings) => findings.filter(isError).length);
  const isLong = useIsLongMail();
  const found = useStore(checker.findings, (findings) => findings.length) + (isLong ? 1 : 0);
  const pending = useStore(editing.files.state);
  const unfinished = useEditor((state) => unsavedBlocksIn(state, pending).length);
  const all = unfinished + found;
  const words = countWords(unfinished, errors, found - errors);
  return (
    <button
      type="button"
      id="check-button"
      className={`${head.button} ${classes.button}`}
      aria-label={`Check: ${words}`}
      aria-expanded={isShown}
      title={`Check: ${words}`}
      onClick={() => (isShown ? closeCheck(editing) : openCheck(editing))}
    >
      <IconAccessible size={20} stroke={1.75} aria-hidden="true" />
      <span className={classes.label}>Check</span>
      {/* Drawn by CSS: the accessible name already has the number in words. */}
      {all > 0 && (
        <span
          className={classes.count}
          data-count={all}
          data-severity={unfinished + errors > 0 ? 'error' : 'hint'}
        />
      )}
    </button>
  );
}

/** Whether publishing asks about the finding first. */
export function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

/** '1 block not finished, 2 errors and 1 hint'. */
export function countWords(unfinished: number, errors: number, hints: number): string {
  const blocks = unfinished === 0 ? '' : `${countOf(unfinished, 'block')} not finished`;
  const words = [blocks, countOf(errors, 'error'), countOf(hints, 'hint')].filter((each) => each !== '');
  return words.length === 0 ? 'nothing found' : listWithAnd(words);
}

function countOf(count: number, noun: string): string {
  if (count === 0) return '';
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Whether the mail is long enough for a warning. */
export function useIsLongMail(): boolean {
  return useStore(useTools().meter.bytes, (bytes) => bytes !== null && bytes >= MAIL_WARNED);
}
