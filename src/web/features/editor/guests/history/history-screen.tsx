import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Version } from '#newsletter/changes/changes.ts';
import { useTitle } from '#web/app/use-title.ts';
import { useToastPlace } from '#web/features/editor/canvas/use-toast-place.ts';
import { TimelinePanel } from '#web/features/editor/guests/history/timeline/timeline-panel.tsx';
import { flushChange } from '#web/features/editor/kernel/places/focus.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { NotDurable, SaveFailure } from '#web/features/editor/saving/save-status.tsx';
import { formatWeekdayAndTime } from '#web/words/dates.ts';
import { mayRestoreAll } from './ask-restore.ts';
import { ComparedCanvas } from './compared-canvas.tsx';
import { type HistoryAddress, useHistoryAddress } from './history-address.ts';
import { HistoryHeads } from './history-heads.tsx';
import classes from './history-screen.module.css';
import { restoreAll, restoreBlock } from './restore.ts';
import { type Showing, useComparison } from './use-comparison.ts';
import { useFirstChangeInView, useStepKeys, useSteps } from './use-steps.ts';

/** The newsletter's states beside the canvas, which shows one of them. In the editor's place while it is open. */
export function HistoryScreen() {
  const place = useHistoryAddress();
  const { editing, school } = useTools();
  const [showing, setShowing] = useState<Showing>('changes');
  const shown = useComparison(place, showing);
  const { version, comparison, chosen, against } = shown;
  const screen = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLElement>(null);
  useToastPlace(screen);
  useTitle(`History of ${useEditor((state) => state.title)}`);
  const steps = useSteps(comparison);
  useStepKeys(steps, place.close);
  useFirstChangeInView(comparison, `${chosen?.id} ${against?.id}`);
  useLeavingWhenBlocked(place);
  const mayRestoreBlocks = version !== null && against === null && showing === 'changes';
  const restore = async (to: Version) => {
    const states = shown.list.data?.states ?? [];
    if (chosen === null) return;
    if (!(await mayRestoreAll(editing, { states, chosen, timeZone: school.time_zone }))) return;
    restoreAll(editing, to, formatWeekdayAndTime(chosen.attributes.saved_at, school.time_zone));
    place.close();
  };
  return (
    <div ref={screen} className={classes.place}>
      <section className={classes.heads} aria-label="Newsletter">
        <HistoryHeads place={place} showing={showing} onShowing={setShowing} steps={steps} />
        <SaveFailure />
        <NotDurable />
      </section>
      <ComparedCanvas
        canvas={canvas}
        shown={shown}
        isAlone={showing === 'alone'}
        steps={steps}
        onRestore={
          mayRestoreBlocks
            ? (change) => {
                flushChange(() => restoreBlock(editing, version, change));
                // The button goes with its change.
                canvas.current?.focus();
              }
            : null
        }
      />
      <TimelinePanel
        shown={shown}
        place={place}
        showing={showing}
        onRestoreAll={version === null || chosen === null ? null : () => void restore(version)}
      />
      <div role="status" className="visually-hidden">
        {steps.announcement}
      </div>
    </div>
  );
}

// The editor asks what to do about somebody else's save, or a newsletter that was deleted.
function useLeavingWhenBlocked({ close }: HistoryAddress): void {
  const { saver } = useTools().editing;
  const isBlocked = useStore(saver.state, ({ step }) => step === 'conflict' || step === 'gone');
  useEffect(() => {
    if (isBlocked) close();
  }, [isBlocked, close]);
}
