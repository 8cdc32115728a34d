import { createStore, type StoreApi } from 'zustand/vanilla';
import { checkNewsletter } from '#newsletter/check/check-newsletter.ts';
import type { Finding } from '#newsletter/check/finding.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import type { EditorState } from '#web/features/editor/state/editor-state.ts';
import { finishedDocument } from './apply-fix.ts';

/** How long after a change the newsletter is checked, in milliseconds: not at every keystroke, but while one looks. */
const CHECK_DELAY = 300;

/** Keeps an eye on the newsletter while it is being written. */
export interface Checker {
  readonly findings: StoreApi<readonly Finding[]>;
  /** Checks what is there now, without waiting. */
  now(): readonly Finding[];
  /** Begins to follow the changes; returns what stops it. */
  start(): () => void;
}

/** A checker for a newsletter of a school. */
export function createChecker(
  { store, missing }: Pick<Editing, 'store' | 'missing'>,
  school: Parameters<typeof checkNewsletter>[0]['school'],
): Checker {
  const check = (state: EditorState) =>
    checkNewsletter({
      title: state.title,
      document: finishedDocument(state),
      school,
      missing: missing.getState(),
    });
  // Opening a newsletter does not wait for its check.
  const findings = createStore<readonly Finding[]>(() => []);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function now(): readonly Finding[] {
    clearTimeout(timer);
    findings.setState(check(store.getState()), true);
    return findings.getState();
  }
  return {
    findings,
    now,
    start() {
      timer = setTimeout(now, CHECK_DELAY);
      const stopMissing = missing.subscribe(now);
      const stop = store.subscribe((state, before) => {
        if (
          state.document === before.document &&
          state.drafts === before.drafts &&
          state.title === before.title
        )
          return;
        clearTimeout(timer);
        timer = setTimeout(now, CHECK_DELAY);
      });
      return () => {
        clearTimeout(timer);
        stop();
        stopMissing();
      };
    },
  };
}
