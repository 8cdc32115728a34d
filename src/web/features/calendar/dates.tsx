import { Button, NativeSelect } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import type { EventResource } from '#contract/calendar/events.ts';
import { withoutAccents } from '#newsletter/values/plain-text.ts';
import { SearchField } from '#ui/forms/search-field.tsx';
import { useSchool } from '#web/api/account.ts';
import { copyAddress } from '#web/forms/copy-address.ts';
import classes from './calendar.module.css';
import { CalendarList, type Holiday } from './calendar-list.tsx';
import type { GroupOption } from './group-option.ts';
import { MonthGrid, nextMonth } from './month-grid.tsx';

interface DatesProps {
  readonly events: readonly EventResource[];
  readonly holidays: readonly Holiday[];
  /** Whether dates of earlier months are among them. */
  readonly isWhole: boolean;
  readonly today: string;
  readonly groups: readonly GroupOption[];
  readonly onWholeWanted: () => void;
  readonly onEdit: (event: EventResource) => void;
}

/** The dates as a list that can be searched, with two months beside it. */
export function Dates(props: DatesProps) {
  const { events, holidays, today } = props;
  const month = today.slice(0, 7);
  return (
    <div className={classes.parts}>
      <SearchedDates {...props} />
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

function SearchedDates({ events, holidays, isWhole, today, groups, onWholeWanted, onEdit }: DatesProps) {
  const [showsEarlier, setShowsEarlier] = useState(false);
  const [search, setSearch] = useState('');
  const [group, setGroup] = useState('');
  const words = withoutAccents(search.trim());
  const found = events.filter((event) => isFound(event, words, group));
  const isOver = ({ attributes: { date, last_day } }: EventResource) => (last_day ?? date) < today;
  const over = found.filter(isOver);
  const coming = {
    events: found.filter((event) => !isOver(event)),
    holidays: holidays.filter(
      ({ name, last_on }) => last_on >= today && withoutAccents(name).includes(words),
    ),
  };
  const list = { groups, today, onEdit };
  return (
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
        {groups.length > 0 && <GroupFilter groups={groups} value={group} onChange={setGroup} />}
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
  );
}

/** Whether a date contains these words and is for this group. Empty values exclude nothing. */
function isFound({ attributes }: EventResource, words: string, group: string): boolean {
  const { title, place, description, groups } = attributes;
  return (
    withoutAccents([title, place ?? '', description].join(' ')).includes(words) &&
    (group === '' || groups.length === 0 || groups.includes(group))
  );
}

function GroupFilter({
  groups,
  value,
  onChange,
}: {
  groups: readonly GroupOption[];
  value: string;
  onChange: (group: string) => void;
}) {
  return (
    <NativeSelect
      aria-label="Whose dates"
      value={value}
      data={[
        { value: '', label: 'All groups' },
        ...groups.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Links to where families see and follow the dates. */
function Followed() {
  const url = useSchool()?.attributes.diary_url;
  if (!url) return null;
  const copy = () => copyAddress(url, 'We could not copy the link');
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
