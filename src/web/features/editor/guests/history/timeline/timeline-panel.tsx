import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconEye } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { screenPath } from '#contract/paths.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { takeFocus } from '#ui/take-focus.ts';
import type { HistoryAddress } from '#web/features/editor/guests/history/history-address.ts';
import type { Showing, useComparison } from '#web/features/editor/guests/history/use-comparison.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { timelineDay } from '#web/words/days.ts';
import { CompareWith } from './compare-with.tsx';
import { Entry } from './entry.tsx';
import { byDay } from './timeline.ts';
import classes from './timeline-panel.module.css';

type Shown = ReturnType<typeof useComparison>;
/** How many entries are listed at first, and how many more at a time. */
const PAGE = 30;

/** The timeline: an entry for each state, and the actions on the chosen one. On phones a sheet. */
export function TimelinePanel({
  shown,
  place,
  showing,
  onRestoreAll,
}: {
  shown: Shown;
  place: HistoryAddress;
  showing: Showing;
  onRestoreAll: (() => void) | null;
}) {
  const [isFolded, setFolded] = useState(false);
  const { chosen, isNewest, isPresent, against } = shown;
  const isNow = isNewest && against === null;
  const { editing } = useTools();
  const edition = chosen?.attributes.edition_id;
  return (
    <aside className={classes.panel} aria-labelledby="history-title" data-folded={isFolded || undefined}>
      <div className={classes.head}>
        <h2 id="history-title" ref={takeFocus} tabIndex={-1} className={classes.title}>
          History
        </h2>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        >
          {isFolded ? 'Show the list' : 'Hide the list'}
          {isFolded ? (
            <IconChevronUp size={20} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconChevronDown size={20} stroke={1.75} aria-hidden="true" />
          )}
        </button>
      </div>
      <div className={classes.body}>
        <Timeline
          shown={shown}
          onChoose={(id) => {
            place.choose(id, place.against);
            setFolded(true);
          }}
        />
      </div>
      <div className={classes.foot}>
        {chosen !== null && !isNow && showing === 'changes' && <CompareWith shown={shown} place={place} />}
        <div className={classes.buttons}>
          {onRestoreAll !== null && !isPresent && <Button onClick={onRestoreAll}>Restore all</Button>}
          {edition != null && (
            <Button
              variant="default"
              component={Link}
              to={screenPath('edition', { id: editing.opened.id, edition })}
              leftSection={<IconEye size={18} stroke={1.75} aria-hidden="true" />}
            >
              As families saw it
            </Button>
          )}
        </div>
      </div>
    </aside>
  );
}

function Timeline({
  shown: { list, entries, chosen },
  onChoose,
}: {
  shown: Shown;
  onChoose: (id: string) => void;
}) {
  const { time_zone } = useTools().school;
  const [count, setCount] = useState(PAGE);
  const days = useMemo(() => byDay(entries.slice(0, count), time_zone), [entries, count, time_zone]);
  const today = dayIn(time_zone, new Date());
  const newest = entries.find(({ kind }) => kind !== 'sent');
  if (list.isError)
    return (
      <ErrorState
        title="We could not load the history"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  if (list.data === undefined)
    return (
      <Loading label="Loading the history">
        <div className={classes.skeleton} />
      </Loading>
    );
  if (entries.length === 0)
    return <p className={classes.empty}>Nothing yet: what you save from now on is listed here.</p>;
  return (
    <>
      {days.map(({ day, entries: inside }) => (
        <section key={day} aria-labelledby={`history-${day}`}>
          <h3 id={`history-${day}`} className={classes.day}>
            {timelineDay(day, today)}
          </h3>
          <ul className={classes.entries}>
            {inside.map((entry) => (
              <Entry
                key={entry.key}
                entry={entry}
                isNow={entry.key === newest?.key}
                chosen={chosen?.id ?? null}
                onChoose={onChoose}
              />
            ))}
          </ul>
        </section>
      ))}
      {count < entries.length && (
        <Button variant="default" size="sm" className={classes.older} onClick={() => setCount(count + PAGE)}>
          Show older
        </Button>
      )}
    </>
  );
}
