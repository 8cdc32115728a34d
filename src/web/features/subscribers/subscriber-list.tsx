import { Button, Skeleton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconFileImport, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { families } from '#contract/texts/people-count.ts';
import { EmptyState, ErrorState, Loading } from '#ui/feedback/states.tsx';
import { useAnnounced } from '#ui/feedback/use-announced.ts';
import { useGroupsInUse } from '#web/api/groups.ts';
import { ImportNote } from '#web/features/subscribers/import/import-note.tsx';
import { GroupFilter } from './group-filter.tsx';
import { type Chosen, NOBODY, PutIntoGroup } from './put-into-group.tsx';
import { useSubscribers } from './subscriber-data.ts';
import classes from './subscriber-list.module.css';
import { SubscriberRow } from './subscriber-row.tsx';
import { SubscriberToolbar } from './subscriber-toolbar.tsx';
import {
  areSubscribersNarrowed,
  rangeText,
  type SubscribersState,
  subscribersStateOf,
  withCriteria,
  withState,
} from './subscribers-state.ts';
import { WaitingFamilies } from './waiting-families.tsx';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** The list of subscribers; search, filter and page are in the address. */
export function SubscriberList() {
  const [address, setAddress] = useSearchParams();
  const state = subscribersStateOf(address);
  const list = useSubscribers(state);
  const change = (next: SubscribersState, replace = false) => {
    const wanted = withState(address, next);
    if (String(wanted) !== String(address)) setAddress(wanted, { replace, preventScrollReset: replace });
  };
  const found = list.data?.total;
  const isFound = found !== undefined && areSubscribersNarrowed(state) && !list.isPlaceholderData;
  useAnnounced(isFound ? foundText(found, state) : null);
  const search = (text: string) => {
    const search_string = text.trim();
    if (search_string !== state.search_string) change(withCriteria(state, { search_string }), true);
  };
  if (list.data?.total === 0 && !areSubscribersNarrowed(state) && !list.isPlaceholderData)
    return (
      <>
        <ImportNote />
        <WaitingFamilies />
        <NobodyYet />
      </>
    );
  return (
    <>
      <ImportNote />
      <WaitingFamilies />
      <SubscriberToolbar
        state={state}
        onSearch={search}
        onFilter={(filter) => change(withCriteria(state, { filter }), true)}
      />
      <GroupFilter chosen={state.group} onChoose={(group) => change(withCriteria(state, { group }), true)} />
      <Page key={criteriaOf(state)} list={list} state={state} onChange={change} />
    </>
  );
}

function foundText(found: number, { search_string }: SubscribersState): string {
  const text = search_string === '' ? '' : ` with ‘${search_string}’`;
  return `${found === 0 ? 'Nobody' : families(found)} found${text}`;
}

// A choice applies to one search only.
function criteriaOf({ page: _, ...criteria }: SubscribersState): string {
  return JSON.stringify(criteria);
}

interface PageProps {
  readonly list: ReturnType<typeof useSubscribers>;
  readonly state: SubscribersState;
  readonly onChange: (state: SubscribersState) => void;
}

function Page({ list, state, onChange }: PageProps) {
  const [chosen, setChosen] = useState<Chosen>(NOBODY);
  const hasGroups = useGroupsInUse().length > 0;
  if (list.data === undefined) {
    return list.isError ? (
      <ErrorState
        title="We could not load the subscribers"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    ) : (
      <Loading label="Loading the subscribers">
        <Skeleton height={480} radius="lg" />
      </Loading>
    );
  }
  const { subscribers, total, total_pages } = list.data;
  if (subscribers.data.length === 0) return <NobodyFound state={state} onChange={onChange} />;
  return (
    <div aria-busy={list.isPlaceholderData}>
      <PutIntoGroup state={state} total={total} chosen={chosen} onChoose={setChosen} />
      <ul className={classes.list} aria-label="Subscribers">
        {subscribers.data.map((subscriber) => (
          <SubscriberRow
            key={subscriber.id}
            subscriber={subscriber}
            {...(hasGroups && {
              isChosen: chosen === 'all' || chosen.has(subscriber.id),
              onChoose: (isChosen: boolean) =>
                setChosen(chosenWith(chosen, subscribers.data, subscriber.id, isChosen)),
            })}
          />
        ))}
      </ul>
      <nav className={classes.pager} aria-label="Pages">
        <p role="status">{rangeText(state.page, subscribers.data.length, total)}</p>
        {total_pages > 1 && (
          <div className={classes.turn}>
            <PageButton label="Previous" to={state.page - 1} last={total_pages} {...{ state, onChange }} />
            <PageButton label="Next" to={state.page + 1} last={total_pages} {...{ state, onChange }} />
          </div>
        )}
      </nav>
    </div>
  );
}

// Deselecting one of all leaves the others of this page.
function chosenWith(
  chosen: Chosen,
  page: readonly { readonly id: string }[],
  id: string,
  isChosen: boolean,
): Chosen {
  const next = new Set(chosen === 'all' ? page.map((one) => one.id) : chosen);
  if (isChosen) next.add(id);
  else next.delete(id);
  return next;
}

interface PageButtonProps extends Omit<PageProps, 'list'> {
  readonly label: 'Previous' | 'Next';
  readonly to: number;
  readonly last: number;
}

// `aria-disabled` keeps it focusable on the first and last page: a disabled button would lose the focus.
function PageButton({ label, to, last, state, onChange }: PageButtonProps) {
  const Icon = label === 'Next' ? IconChevronRight : IconChevronLeft;
  const off = to < 1 || to > last;
  return (
    <Button
      variant="default"
      aria-disabled={off}
      data-disabled={off}
      {...{ [label === 'Next' ? 'rightSection' : 'leftSection']: <Icon {...icon} size={18} /> }}
      onClick={() => off || onChange({ ...state, page: to })}
    >
      {label}
    </Button>
  );
}

function NobodyYet() {
  return (
    <EmptyState
      title="Nobody gets your newsletters by email yet"
      action={
        <>
          <Button component={Link} to={SCREENS.importSubscribers} leftSection={<IconFileImport {...icon} />}>
            Import from a file
          </Button>
          <Button
            component={Link}
            to={SCREENS.inviteSubscriber}
            variant="default"
            leftSection={<IconUserPlus {...icon} />}
          >
            Add one family
          </Button>
        </>
      }
    >
      Bring parents’ addresses from a spreadsheet or from your school’s system, or add them one by one.
    </EmptyState>
  );
}

function NobodyFound({ state, onChange }: Omit<PageProps, 'list'>) {
  const beyond = state.page > 1;
  return (
    <EmptyState
      title={beyond ? 'There is nothing on this page' : 'Nobody found'}
      action={
        <Button variant="default" onClick={() => onChange({ search_string: '', filter: 'all', page: 1 })}>
          Show everyone
        </Button>
      }
    >
      {beyond
        ? 'The list has become shorter.'
        : state.search_string === ''
          ? 'There is nobody of this kind.'
          : `There is nobody with ‘${state.search_string}’ in their name or address.`}
    </EmptyState>
  );
}
