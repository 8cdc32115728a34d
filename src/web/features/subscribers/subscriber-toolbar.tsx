import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFileExport, IconFileImport, IconMailCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { SUBSCRIBER_FILTERS, subscriberRoutes } from '#contract/subscribers.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { saveDownload } from '#web/api/download.ts';
import classes from './subscriber-list.module.css';
import { SUBSCRIBER_FILTER_NAMES, type SubscribersState } from './subscribers-state.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface ToolbarProps {
  readonly state: SubscribersState;
  readonly onSearch: (text: string) => void;
  readonly onFilter: (filter: SubscribersState['filter']) => void;
}

/** Search, filter, import and export. */
export function SubscriberToolbar({ state, onSearch, onFilter }: ToolbarProps) {
  return (
    <div className={classes.toolbar}>
      <SearchField
        label="Search subscribers"
        className={classes.search}
        value={state.search_string}
        onSearch={onSearch}
      />
      <Menu width={208}>
        <Menu.Target>
          <Button
            variant="default"
            aria-label={`Show: ${SUBSCRIBER_FILTER_NAMES[state.filter]}`}
            leftSection={<IconMailCheck {...icon} />}
            rightSection={<IconChevronDown {...icon} size={18} />}
          >
            {SUBSCRIBER_FILTER_NAMES[state.filter]}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {SUBSCRIBER_FILTERS.map((filter) => (
            <Menu.RadioItem
              key={filter}
              value={filter}
              checked={filter === state.filter}
              closeMenuOnClick
              onChange={() => onFilter(filter)}
            >
              {SUBSCRIBER_FILTER_NAMES[filter]}
            </Menu.RadioItem>
          ))}
        </Menu.Dropdown>
      </Menu>
      <div className={classes.actions}>
        <Button
          component={Link}
          to={SCREENS.importSubscribers}
          variant="default"
          leftSection={<IconFileImport {...icon} />}
        >
          Import
        </Button>
        <ExportButton />
      </div>
    </div>
  );
}

function ExportButton() {
  const save = useMutation({
    mutationFn: () => saveDownload(subscriberRoutes.exportSubscribers, { fallbackName: 'subscribers.csv' }),
  });
  return (
    <BusyButton
      type="button"
      variant="default"
      busy={save.isPending}
      busyLabel="Export…"
      leftSection={<IconFileExport {...icon} />}
      onClick={() => save.mutate()}
    >
      Export
    </BusyButton>
  );
}
