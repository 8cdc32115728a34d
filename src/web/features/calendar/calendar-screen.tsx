import { Button, Skeleton } from '@mantine/core';
import { IconCalendarPlus, IconFileImport, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { EventResource } from '#contract/calendar/events.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { EmptyState, ErrorState, Loading } from '#ui/feedback/states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { useSchool } from '#web/api/account.ts';
import { choosable, useGroupsInUse } from '#web/api/groups.ts';
import { ImportDialog } from '#web/features/calendar/import/import-dialog.tsx';
import classes from './calendar.module.css';
import { DatePanel } from './date-panel.tsx';
import { Dates } from './dates.tsx';
import { useShownDates } from './use-shown-dates.ts';

type Opened = { readonly event: EventResource | null } | null;

/** The school's calendar: the coming dates, by month. */
export function Component() {
  const groups = useGroupsInUse().map((group) => ({ ...choosable(group), name: group.attributes.name }));
  const [opened, setOpened] = useState<Opened>(null);
  const [isImporting, setImporting] = useState(false);
  const school = useSchool()?.attributes;
  const zone = school?.time_zone ?? 'UTC';
  const today = dayIn(zone, new Date());
  const { whole, shown, isEmpty, failed, wantWhole } = useShownDates(today);
  const actions = (
    <Actions
      onNew={() => setOpened({ event: null })}
      onImport={() => {
        // The import compares its dates with all existing ones.
        wantWhole();
        setImporting(true);
      }}
    />
  );
  return (
    <div className={classes.screen}>
      {/* The buttons stay in place when the first date is added, and so does the focus. */}
      <PageTitle action={(isEmpty || shown) && actions}>Calendar</PageTitle>
      {isEmpty && <NoDates />}
      {shown && (
        <Dates
          {...shown}
          isWhole={whole !== undefined}
          today={today}
          groups={groups}
          onWholeWanted={wantWhole}
          onEdit={(event) => setOpened({ event })}
        />
      )}
      {!(isEmpty || shown || failed) && (
        <Loading label="Loading the calendar">
          <Skeleton height={480} radius="lg" />
        </Loading>
      )}
      {failed && !shown && (
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

function Actions({ onNew, onImport }: { onNew: () => void; onImport: () => void }) {
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        leftSection={<IconFileImport size={20} stroke={1.75} aria-hidden="true" />}
        onClick={onImport}
      >
        Import dates
      </Button>
      <Button leftSection={<IconPlus size={20} stroke={1.75} aria-hidden="true" />} onClick={onNew}>
        New date
      </Button>
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
