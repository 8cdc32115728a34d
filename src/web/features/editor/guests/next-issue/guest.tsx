import { useStore } from 'zustand';
import { loadable, Nothing } from '#ui/loadable.tsx';
import { DesignPanel } from '#web/features/editor/design/design-panel.tsx';
import panel from '#web/features/editor/fields/field-editor.module.css';
import { exampleDatesOf } from '#web/features/editor/kernel/facts/example-dates.ts';
import type { Guest } from '#web/features/editor/kernel/guest.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { CarriedMark, useCarriedFrom } from './carried-mark.tsx';
import { carriedOverStore } from './carried-over.ts';
import { isNoticeOpen } from './is-notice-open.ts';
import classes from './next-issue-notice.module.css';

const NextIssueNotice = loadable(
  async () => (await import('./next-issue-notice.tsx')).NextIssueNotice,
  // Keeps its place. Without it the marks are still there, and Publish lists the same.
  () => <div className={classes.notice} />,
);
const NextIssuePanel = loadable(
  async () => (await import('./next-issue-panel.tsx')).NextIssuePanel,
  ({ hasFailed }) => (hasFailed ? <DesignPanel /> : <div className={panel.panel} />),
);
const StillUntouched = loadable(async () => (await import('./still-untouched.tsx')).StillUntouched, Nothing);
/** Few newsletters begin with another: the code that marks examples is loaded with the first save that finds some. */
const loadFound = () => import('./found-examples.ts');
const loadQuestion = async () => (await import('./ask-over-carried-over.tsx')).askOverCarriedOver;

/** Marks the content that a next issue has from the issue before, and a newsletter from the ready-made one it began with. */
export const NEXT_ISSUE: Guest = {
  name: 'next-issue',
  async stored(session, saved, answer) {
    if (answer.carriedOver === null) return;
    const { example_dates } = answer.carriedOver;
    if (example_dates.length > 0) exampleDatesOf(session).setState(example_dates, true);
    // The save has worked, whether this can be loaded or not.
    const found = await loadFound().catch(() => null);
    if (found !== null)
      carriedOverStore(session).setState((before) => found.withFound(before, { ...answer, saved }), true);
  },
  beforePublishing: loadQuestion,
  preload: { later: [StillUntouched.preload] },
  Notice() {
    const { editing, isNarrow } = useTools();
    const isOpen = useStore(isNoticeOpen(editing));
    return isNarrow && isOpen && <NextIssueNotice />;
  },
  usePanelAtRest: () => useStore(isNoticeOpen(useTools().editing)) && <NextIssuePanel />,
  useBlockMarks(block) {
    const words = useCarriedFrom(block);
    return words === null ? {} : { words, frame: <CarriedMark words={words} /> };
  },
  StillOpen: StillUntouched,
};
