import { Button, Menu } from '@mantine/core';
import { IconArrowsSort, IconChevronDown, IconFilter } from '@tabler/icons-react';
import { LIST_FILTERS, LIST_ORDERS } from '#contract/newsletters.ts';
import { DIRECTIONS } from '#contract/resource.ts';
import { SearchField } from '#ui/forms/search-field.tsx';
import {
  directionName,
  FILTER_NAMES,
  type ListState,
  ORDER_NAMES,
  withDirection,
  withFilter,
  withOrder,
} from './list-state.ts';
import classes from './list-toolbar.module.css';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Search, Filter and Sort by. */
export function ListToolbar({
  state,
  onSearch,
  onChange,
}: {
  state: ListState;
  onSearch: (text: string) => void;
  onChange: (state: ListState) => void;
}) {
  return (
    <search className={classes.toolbar}>
      <SearchField
        label="Search newsletters"
        className={classes.search}
        value={state.search_string}
        onSearch={onSearch}
      />
      <div className={classes.menus}>
        <FilterMenu state={state} onChange={onChange} />
        <SortMenu state={state} onChange={onChange} />
      </div>
    </search>
  );
}

type MenuProps = { state: ListState; onChange: (state: ListState) => void };

function FilterMenu({ state, onChange }: MenuProps) {
  return (
    <Menu width={208}>
      <Menu.Target>
        <Button
          variant="default"
          aria-label={`Filter: ${FILTER_NAMES[state.filter]}`}
          leftSection={<IconFilter {...icon} />}
          rightSection={<IconChevronDown {...icon} size={18} />}
        >
          {FILTER_NAMES[state.filter]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {LIST_FILTERS.map((filter) => (
          <Menu.RadioItem
            key={filter}
            value={filter}
            checked={filter === state.filter}
            closeMenuOnClick
            onChange={() => onChange(withFilter(state, filter))}
          >
            {FILTER_NAMES[filter]}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function SortMenu({ state, onChange }: MenuProps) {
  return (
    <Menu width={208}>
      <Menu.Target>
        <Button
          variant="default"
          aria-label={`Sort by ${ORDER_NAMES[state.order]}, ${directionName(state)}`}
          leftSection={<IconArrowsSort {...icon} />}
          rightSection={<IconChevronDown {...icon} size={18} />}
        >
          <span className={classes.quiet}>Sort by</span> {ORDER_NAMES[state.order]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {LIST_ORDERS.map((order) => (
          <Menu.RadioItem
            key={order}
            value={order}
            checked={order === state.order}
            closeMenuOnClick
            onChange={() => onChange(withOrder(state, order))}
          >
            {ORDER_NAMES[order]}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        {DIRECTIONS.map((direction) => (
          <Menu.RadioItem
            key={direction}
            value={direction}
            checked={direction === state.direction}
            closeMenuOnClick
            onChange={() => onChange(withDirection(state, direction))}
          >
            {directionName({ order: state.order, direction })}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
