import { createStore, type StoreApi } from 'zustand/vanilla';
import type { checkNewsletter } from '#newsletter/check/check-newsletter.ts';
import type { Finding } from '#newsletter/check/finding.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { perSession } from '#web/features/editor/kernel/per-session.ts';
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
  now(school: CheckedSchool): Promise<readonly Finding[]>;
  /** Starts checking after changes; returns a function that stops it. */
  start(school: CheckedSchool): () => void;
}

type CheckedSchool = Parameters<typeof checkNewsletter>[0]['school'];

/** The checker of the edited newsletter. */
export const checkerOf = perSession(createChecker);

function createChecker({ store, missing }: Pick<EditorSession, 'store' | 'missing'>): Checker {
  const check = (state: EditorState, school: CheckedSchool, by: typeof checkNewsletter) =>
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
  let checkSoon: (() => void) | null = null;
  const widths = createPictureWidths(() => checkSoon?.());
  let rules: typeof checkNewsletter | null = null;

  async function now(school: CheckedSchool): Promise<readonly Finding[]> {
    clearTimeout(timer);
    widths.measure(store.getState());
    rules ??= await loadRules();
    findings.setState(check(store.getState(), school, rules), true);
    return findings.getState();
  }
  return {
    findings,
    now,
    start(school) {
      // Without the rules nothing is found; Publish says that they are missing.
      const checkNow = () => {
        // A failed import stays failed until the page is reloaded.
        if (rules !== null || navigator.onLine) now(school).catch(() => undefined);
      };
      checkSoon = () => {
        clearTimeout(timer);
        timer = setTimeout(checkNow, CHECK_DELAY);
      };
      let isStarted = true;
      // The newsletter is drawn first.
      whenIdle(() => {
        if (isStarted) checkSoon?.();
      });
      const stopMissing = missing.subscribe(checkNow);
      const stop = store.subscribe((state, before) => {
        if (
          state.document === before.document &&
          state.workingCopies === before.workingCopies &&
          state.title === before.title
        )
          return;
        checkSoon?.();
      });
      return () => {
        isStarted = false;
        clearTimeout(timer);
        checkSoon = null;
        stop();
        stopMissing();
      };
    },
  };
}
