import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { useAnnounced } from '#ui/feedback/use-announced.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { CreateNewsletterButton } from '#web/newsletter-ui/create-newsletter-button.tsx';
import { CardsSkeleton } from './cards-skeleton.tsx';
import { FirstNewsletter } from './first-newsletter.tsx';
import {
  addressOf,
  isNarrowed,
  LIST_DEFAULTS,
  type ListState,
  listStateOf,
  withSearch,
} from './list-state.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { NewsletterCards } from './newsletter-cards.tsx';
import { type NewsletterList, useNewsletterList, useResetList } from './newsletter-data.ts';

/** The school's newsletters; search, filter and order are in the address. */
export function Component() {
  const [address, setAddress] = useSearchParams();
  const state = listStateOf(address);
  const list = useNewsletterList(state);
  const reset = useResetList();
  const change = (next: ListState, replace = false) => {
    if (String(addressOf(next)) === String(addressOf(state))) return;
    reset(next);
    setAddress(addressOf(next), { replace, preventScrollReset: true });
  };
  const found = list.data?.items.length;
  const isFound = found !== undefined && isNarrowed(state) && !list.isPlaceholderData;
  useAnnounced(isFound ? foundText(found, state) : null);
  const search = (text: string) => change(withSearch(state, text), true);
  if (list.data?.items.length === 0 && !isNarrowed(state) && !list.isPlaceholderData) {
    return (
      <>
        <PageTitle>Newsletters</PageTitle>
        <FirstNewsletter />
      </>
    );
  }
  return (
    <>
      <PageTitle action={<CreateNewsletterButton />}>Newsletters</PageTitle>
      <ListToolbar state={state} onSearch={search} onChange={change} />
      <List state={state} list={list} onShowAll={() => change(LIST_DEFAULTS)} />
    </>
  );
}

function foundText(found: number, state: ListState): string {
  return found === 0 ? `Nothing found. ${nothingFound(state)}` : countFound(found, state.search_string);
}

function List({ state, list, onShowAll }: { state: ListState; list: NewsletterList; onShowAll: () => void }) {
  if (list.data === undefined) {
    return list.isError ? (
      <ErrorState
        title="We could not load the newsletters"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    ) : (
      <CardsSkeleton />
    );
  }
  if (list.data.items.length === 0) {
    return (
      <EmptyState
        title="Nothing found"
        action={
          <Button variant="default" onClick={onShowAll}>
            Show all newsletters
          </Button>
        }
      >
        {nothingFound(state)}
      </EmptyState>
    );
  }
  return <NewsletterCards list={list} />;
}

function countFound(count: number, search: string): string {
  const found = count === 1 ? '1 newsletter found' : `${count} newsletters found`;
  return search === '' ? found : `${found} with ‘${search}’`;
}

function nothingFound({ search_string, filter }: ListState): string {
  const noun = { all: 'newsletter', created: 'draft', published: 'published newsletter' }[filter];
  return search_string === ''
    ? `There is no ${noun} yet.`
    : `There is no ${noun} with ‘${search_string}’ in its title.`;
}
