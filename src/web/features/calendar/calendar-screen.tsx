import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconCalendarPlus, IconCopy, IconFileImport, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventResource } from '#contract/calendar/events.ts';
import { withoutAccents } from '#newsletter/values/plain-text.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { copyText } from '#ui/copy-text.ts';
import { EmptyState, ErrorState, Loading } from '#ui/feedback/states.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { SearchField } from '#ui/forms/search-field.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { useSchool } from '#web/api/account.ts';
import { choosable, useGroupsInUse } from '#web/api/groups.ts';
import { ImportDialog } from '#web/features/calendar/import/import-dialog.tsx';
import classes from './calendar.module.css';
import { datesQuery } from './calendar-data.ts';
import { CalendarList, type Holiday } from './calendar-list.tsx';
import { DatePanel } from './date-panel.tsx';
import type { GroupOption } from './group-option.ts';
import { MonthGrid, nextMonth } from './month-grid.tsx';

type Opened = { readonly event: EventResource | null } | null;

/** The school's calendar: what is to come, by month. */
export function Component() {
  const groups = useGroupsInUse().map((group) => ({ ...choosable(group), name: group.attributes.name }));
  const [opened, setOpened] = useState<Opened>(null);
  const [isImporting, setImporting] = useState(false);
  const school = useSchool()?.attributes;
  const zone = school?.time_zone ?? 'UTC';
  const today = dayIn(zone, new Date());
  const month = today.slice(0, 7);
  const [wantsAll, setWantsAll] = useState(false);
  const coming = useQuery(datesQuery(`${month}-01`));
  const hasNothing = (data: typeof coming.data) => data?.events.length === 0 && data.holidays.length === 0;
  const wantsWhole = wantsAll || hasNothing(coming.data);
  const all = useQuery({ ...datesQuery(), enabled: wantsWhole });
  // A query that is switched off keeps its last answer, which may be old.
  const whole = wantsWhole ? all.data : undefined;
  const data = whole ?? coming.data;
  const failed = [all, coming].find(({ isError }) => isError);
  const make = (
    <Button
      leftSection={<IconPlus size={20} stroke={1.75} aria-hidden="true" />}
      onClick={() => setOpened({ event: null })}
    >
      New date
    </Button>
  );
  const bring = (
    <Button
      variant="default"
      leftSection={<IconFileImport size={20} stroke={1.75} aria-hidden="true" />}
      onClick={() => {
        // It compares with what is there.
        setWantsAll(true);
        setImporting(true);
      }}
    >
      Import dates
    </Button>
  );
  const actions = (
    <div className={classes.actions}>
      {bring}
      {make}
    </div>
  );
  const isEmpty = hasNothing(whole);
  const isReady = data !== undefined && !hasNothing(data);
  return (
    <div className={classes.screen}>
      {/* They stay where they are with the first date, and so does the focus. */}
      <PageTitle action={(isEmpty || isReady) && actions}>Calendar</PageTitle>
      {isEmpty && <NoDates />}
      {isReady && (
        <Dates
          {...data}
          isWhole={whole !== undefined}
          today={today}
          groups={groups}
          onWholeWanted={() => setWantsAll(true)}
          onEdit={(event) => setOpened({ event })}
        />
      )}
      {!(isEmpty || isReady || failed) && (
        <Loading label="Loading the calendar">
          <Skeleton height={480} radius="lg" />
        </Loading>
      )}
      {failed && !isReady && (
        <ErrorState
          title="We could not load the calendar"
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      )}
      {isImporting && whole && (
        <ImportDialog
          events={whole.events}
          today={today}
          timeZone={zone}
          language={school?.language ?? 'en'}
          onClose={() => setImporting(false)}
        />
      )}
      {opened && (
        <DatePanel
          key={opened.event?.id ?? 'new'}
          event={opened.event}
          groups={groups}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

function NoDates() {
  return (
    <EmptyState
      title="No dates yet"
      picture={
        <span className={classes.emptyIcon}>
          <IconCalendarPlus size={44} stroke={1.5} />
        </span>
      }
    >
      Dates of newsletters come here by themselves when you publish. Families follow them in their own
      calendars.
    </EmptyState>
  );
}

function Dates({
  events,
  holidays,
  isWhole,
  today,
  groups,
  onWholeWanted,
  onEdit,
}: {
  events: readonly EventResource[];
  holidays: readonly Holiday[];
  /** Whether dates of earlier months are among them. */
  isWhole: boolean;
  today: string;
  groups: readonly GroupOption[];
  onWholeWanted: () => void;
  onEdit: (event: EventResource) => void;
}) {
  const [showsEarlier, setShowsEarlier] = useState(false);
  const [search, setSearch] = useState('');
  const [group, setGroup] = useState('');
  const words = withoutAccents(search.trim());
  const found = events.filter(
    ({ attributes }) =>
      withoutAccents([attributes.title, attributes.place ?? '', attributes.description].join(' ')).includes(
        words,
      ) &&
      (group === '' || attributes.groups.length === 0 || attributes.groups.includes(group)),
  );
  const breaks = holidays.filter(({ name }) => withoutAccents(name).includes(words));
  const isOver = ({ attributes: { date, last_day } }: EventResource) => (last_day ?? date) < today;
  const over = found.filter(isOver);
  const coming = {
    events: found.filter((event) => !isOver(event)),
    holidays: breaks.filter(({ last_on }) => last_on >= today),
  };
  const month = today.slice(0, 7);
  const list = { groups, today, onEdit };
  return (
    <div className={classes.parts}>
      <div>
        <div className={classes.filters}>
          <SearchField
            label="Search dates"
            value={search}
            onSearch={(text) => {
              onWholeWanted();
              setSearch(text);
            }}
          />
          {groups.length > 0 && (
            <NativeSelect
              aria-label="Whose dates"
              value={group}
              data={[
                { value: '', label: 'All groups' },
                ...groups.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={({ currentTarget }) => setGroup(currentTarget.value)}
            />
          )}
        </div>
        {coming.events.length + coming.holidays.length === 0 && (
          <p className={classes.hint} role="status">
            {words === '' && group === '' ? 'Nothing is to come.' : 'No dates found.'}
          </p>
        )}
        <CalendarList {...list} {...coming} />
        {(over.length > 0 || !isWhole) && (
          <details
            className={classes.earlier}
            onToggle={({ currentTarget }) => {
              onWholeWanted();
              setShowsEarlier(currentTarget.open);
            }}
          >
            <summary>Earlier{isWhole && ` (${over.length})`}</summary>
            {showsEarlier && <CalendarList {...list} events={over} holidays={[]} isNewestFirst />}
          </details>
        )}
      </div>
      <aside className={classes.side}>
        <div className={classes.card}>
          {[month, nextMonth(month)].map((each) => (
            <MonthGrid key={each} month={each} today={today} events={events} holidays={holidays} />
          ))}
        </div>
        <Followed />
      </aside>
    </div>
  );
}

/** Where families see and follow the dates. */
function Followed() {
  const url = useSchool()?.attributes.diary_url;
  if (!url) return null;
  const copy = async () => {
    if (await copyText(url)) toast.success('Copied to clipboard');
    else toast.error('We could not copy the link');
  };
  return (
    <section className={classes.card} aria-labelledby="followed">
      <h2 id="followed" className={classes.cardTitle}>
        In families’ calendars
      </h2>
      <p className={classes.hint}>
        Your <a href={url}>public diary</a>, which families can follow.
      </p>
      <Button
        variant="default"
        leftSection={<IconCopy size={18} stroke={1.75} aria-hidden="true" />}
        onClick={() => void copy()}
      >
        Copy the link
      </Button>
    </section>
  );
}
