import { createStore, type StoreApi } from 'zustand/vanilla';
import type { checkNewsletter } from '#newsletter/check/check-newsletter.ts';
import type { Finding } from '#newsletter/check/finding.ts';
import type { Editing } from '#web/features/editor/kernel/editor-session.ts';
import type { EditorState } from '#web/features/editor/kernel/state/editor-state.ts';
import { canvasDocument } from '#web/features/editor/kernel/state/editor-state.ts';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';
import { createPictureWidths } from './picture-widths.ts';

/** Delay of the check after a change, in milliseconds. */
const CHECK_DELAY = 300;

/** Loads the rules, which opening a newsletter does not need. */
export const loadRules = async () => (await import('#newsletter/check/check-newsletter.ts')).checkNewsletter;

/** Checks the newsletter while it is edited. */
export interface Checker {
  readonly findings: StoreApi<readonly Finding[]>;
  /** Checks the current state without delay. Rejects if the rules cannot be loaded. */
  now(): Promise<readonly Finding[]>;
  /** Starts checking after changes; returns a function that stops it. */
  start(): () => void;
}

export function createChecker(
  { store, missing }: Pick<Editing, 'store' | 'missing'>,
  school: Parameters<typeof checkNewsletter>[0]['school'],
): Checker {
  const check = (state: EditorState, by: typeof checkNewsletter) =>
    by({
      title: state.title,
      document: canvasDocument(state),
      school,
      missing: missing.getState(),
      widths: widths.known,
    });
  // Empty at first: opening a newsletter does not wait for its check.
  const findings = createStore<readonly Finding[]>(() => []);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const widths = createPictureWidths(() => {
    clearTimeout(timer);
    timer = setTimeout(checkNow, CHECK_DELAY);
  });
  let rules: typeof checkNewsletter | null = null;

  async function now(): Promise<readonly Finding[]> {
    clearTimeout(timer);
    widths.measure(store.getState());
    rules ??= await loadRules();
    findings.setState(check(store.getState(), rules), true);
    return findings.getState();
  }
  // Without the rules nothing is found; Publish says that they are missing.
  const checkNow = () => {
    // A failed import stays failed until the page is reloaded.
    if (rules !== null || navigator.onLine) now().catch(() => undefined);
  };
  return {
    findings,
    now,
    start() {
      let isStarted = true;
      // The newsletter is drawn first.
      whenIdle(() => {
        if (!isStarted) return;
        clearTimeout(timer);
        timer = setTimeout(checkNow, CHECK_DELAY);
      });
      const stopMissing = missing.subscribe(checkNow);
      const stop = store.subscribe((state, before) => {
        if (
          state.document === before.document &&
          state.workingCopies === before.workingCopies &&
          state.title === before.title
        )
          return;
        clearTimeout(timer);
        timer = setTimeout(checkNow, CHECK_DELAY);
      });
      return () => {
        isStarted = false;
        clearTimeout(timer);
        stop();
        stopMissing();
      };
    },
  };
}
