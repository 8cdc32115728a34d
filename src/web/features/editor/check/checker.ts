import { createStore, type StoreApi } from 'zustand/vanilla';
import { checkNewsletter } from '#newsletter/check/check-newsletter.ts';
import type { Finding } from '#newsletter/check/finding.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import type { EditorState } from '#web/features/editor/state/editor-state.ts';
import { canvasDocument } from '#web/features/editor/state/editor-state.ts';

/** Delay of the check after a change, in milliseconds. */
const CHECK_DELAY = 300;

/** Checks the newsletter while it is edited. */
export interface Checker {
  readonly findings: StoreApi<readonly Finding[]>;
  /** Checks the current state without delay. */
  now(): readonly Finding[];
  /** Starts checking after changes; returns a function that stops it. */
  start(): () => void;
}

export function createChecker(
  { store, missing }: Pick<Editing, 'store' | 'missing'>,
  school: Parameters<typeof checkNewsletter>[0]['school'],
): Checker {
  const check = (state: EditorState) =>
    checkNewsletter({
      title: state.title,
      document: canvasDocument(state),
      school,
      missing: missing.getState(),
    });
  // Empty at first: opening a newsletter does not wait for its check.
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
          state.workingCopies === before.workingCopies &&
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
