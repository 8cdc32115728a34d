import { useRef, useSyncExternalStore } from 'react';
import { ErrorState } from '#ui/feedback/states.tsx';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { isApiError } from '#web/api/api-error.ts';
import { NewsletterCard } from './newsletter-card.tsx';
import classes from './newsletter-cards.module.css';
import type { NewsletterList } from './newsletter-data.ts';

/** The cards loaded so far, and Load More if there are others. */
export function NewsletterCards({ list }: { list: NewsletterList }) {
  const { items = [], total = 0 } = list.data ?? {};
  const cards = useRef<HTMLUListElement>(null);
  // Focuses the first new card, because the button disappears with the last page.
  const loadMore = async () => {
    const shown = items.length;
    const { isError } = await list.fetchNextPage();
    if (!isError) focusCard(cards.current, shown);
  };
  const isOffline = useIsOffline() || (list.isRefetchError && isApiError(list.error, 0));
  return (
    <div aria-busy={list.isPlaceholderData} className={classes.list}>
      <p className="visually-hidden" role="status">
        {list.isPlaceholderData ? '' : `Showing ${items.length} of ${total} newsletters`}
      </p>
      <p role="status" className={isOffline ? classes.offline : 'visually-hidden'}>
        {isOffline ? 'No connection. What you see here may be out of date' : ''}
      </p>
      <ul ref={cards} className={classes.cards} aria-label="Newsletters">
        {items.map((newsletter) => (
          <li key={newsletter.id}>
            <NewsletterCard newsletter={newsletter} />
          </li>
        ))}
      </ul>
      {list.isFetchNextPageError && (
        <ErrorState
          title="We could not load more newsletters"
          error={list.error}
          onRetry={() => void loadMore()}
        />
      )}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <div className={classes.more}>
          <BusyButton
            type="button"
            variant="default"
            busy={list.isFetchingNextPage}
            busyLabel="Loading…"
            onClick={() => void loadMore()}
          >
            Load More
          </BusyButton>
        </div>
      )}
    </div>
  );
}

function useIsOffline(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      window.addEventListener('online', onChange);
      window.addEventListener('offline', onChange);
      return () => {
        window.removeEventListener('online', onChange);
        window.removeEventListener('offline', onChange);
      };
    },
    () => !navigator.onLine,
  );
}

// After the next frame, when the new cards are rendered.
function focusCard(cards: HTMLElement | null, index: number): void {
  requestAnimationFrame(() => cards?.children[index]?.querySelector<HTMLElement>('h2 a')?.focus());
}
