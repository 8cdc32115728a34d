import { Button, NativeSelect } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconCircleCheck,
  IconEye,
  IconFilePlus,
  IconPencil,
  IconRestore,
  IconSend,
  IconWorld,
} from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { screenPath } from '#contract/paths.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { useTools } from '#web/features/editor/editor-context.tsx';
import { formatTime } from '#web/words/dates.ts';
import type { HistoryAddress } from './history-address.ts';
import { byDay, dayWords, type TimelineEntry } from './timeline.ts';
import classes from './timeline-panel.module.css';
import type { useComparison } from './use-comparison.ts';

type Shown = ReturnType<typeof useComparison>;
/** How many entries are listed at first, and how many more at a time. */
const PAGE = 30;

/** The timeline: a state for each entry, and what can be done with the chosen one. On phones a sheet. */
export function TimelinePanel({
  shown,
  place,
  onRestoreAll,
}: {
  shown: Shown;
  place: HistoryAddress;
  onRestoreAll: (() => void) | null;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const [isFolded, setFolded] = useState(false);
  const { chosen, isNewest, isPresent, against } = shown;
  const isNow = isNewest && against === null;
  const { editing } = useTools();
  const edition = chosen?.attributes.edition_id;
  return (
    <aside className={classes.panel} aria-labelledby="history-title" data-folded={isFolded || undefined}>
      <div className={classes.head}>
        <h2 id="history-title" ref={title} tabIndex={-1} className={classes.title}>
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
        {chosen !== null && !isNow && <CompareWith shown={shown} place={place} />}
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
            {dayWords(day, today)}
          </h3>
          <ul className={classes.entries}>
            {inside.map((entry) => (
              <Entry
                key={entry.key}
                entry={entry}
                isNow={entry.key === newest?.key}
                isChosen={entry.key === chosen?.id}
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

const ICONS = {
  created: IconFilePlus,
  opened: IconFilePlus,
  work: IconPencil,
  restored: IconRestore,
  published: IconWorld,
  approved: IconCircleCheck,
  sent: IconSend,
} as const;

function Entry({
  entry: { kind, words, person, at, stateId },
  isNow,
  isChosen,
  onChoose,
}: {
  entry: TimelineEntry;
  /** Whether the newsletter is as it is there. */
  isNow: boolean;
  isChosen: boolean;
  onChoose: (id: string) => void;
}) {
  const { time_zone } = useTools().school;
  const Icon = ICONS[kind];
  return (
    <li>
      <button
        type="button"
        className={classes.entry}
        aria-pressed={isChosen}
        aria-disabled={stateId === null || undefined}
        onClick={() => stateId !== null && onChoose(stateId)}
      >
        <span className={classes.icon} aria-hidden="true">
          <Icon size={18} stroke={1.75} />
        </span>
        <span className={classes.text}>
          <span className={classes.words}>{words}</span>
          <span className={classes.person}>
            {[person, isNow ? 'as it is now' : ''].filter((part) => part !== '').join(', ')}
          </span>
        </span>
        <time className={classes.time} dateTime={at}>
          {formatTime(at, time_zone)}
        </time>
      </button>
    </li>
  );
}

function CompareWith({
  shown: { entries, chosen, against },
  place,
}: {
  shown: Shown;
  place: HistoryAddress;
}) {
  const { time_zone } = useTools().school;
  const today = dayIn(time_zone, new Date());
  const others = entries.filter(({ kind, stateId }) => kind !== 'sent' && stateId !== chosen?.id);
  const nameOf = ({ words, at }: TimelineEntry) =>
    `${words}, ${dayWords(dayIn(time_zone, new Date(at)), today)} ${formatTime(at, time_zone)}`;
  return (
    <NativeSelect
      label="Compare with"
      size="sm"
      value={against?.id ?? ''}
      data={[
        { value: '', label: 'Now' },
        ...others.map((entry) => ({ value: entry.stateId ?? '', label: nameOf(entry) })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        place.choose(chosen?.id ?? null, value === '' ? null : value)
      }
    />
  );
}
