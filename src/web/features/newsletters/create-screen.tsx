import { useQuery } from '@tanstack/react-query';
import type { NewsletterListItem } from '#contract/newsletters.ts';
import { SCREENS } from '#contract/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { useSchool } from '#web/api/account.ts';
import { CardsSkeleton } from './cards-skeleton.tsx';
import classes from './create-screen.module.css';
import { NewsletterCard } from './newsletter-card.tsx';
import cards from './newsletter-cards.module.css';
import { newestQuery } from './newsletter-data.ts';
import { StartForm } from './start-form.tsx';

const ABOVE = [
  { label: 'Dashboard', to: SCREENS.dashboard },
  { label: 'Newsletters', to: SCREENS.newsletters },
];

/** Creates a newsletter from a title and a start: a layout, a copy of the newest, or a template. */
export function Component() {
  const newest = useQuery(newestQuery);
  const school = useSchool()?.attributes;
  return (
    <>
      <Breadcrumbs above={ABOVE} here="Create newsletter" />
      <PageTitle>Create newsletter</PageTitle>
      {newest.isPending || !school ? (
        <CardsSkeleton count={3} />
      ) : (
        // If the list cannot be loaded, a newsletter can still be created.
        <StartForm newest={newest.isError ? 'unknown' : (newest.data[0] ?? null)} school={school} />
      )}
      {newest.isError && (
        <ErrorState
          title="We could not load your newest newsletters"
          error={newest.error}
          onRetry={() => void newest.refetch()}
        />
      )}
      {newest.data !== undefined && newest.data.length > 0 && <Newest newsletters={newest.data} />}
    </>
  );
}

function Newest({ newsletters }: { newsletters: readonly NewsletterListItem[] }) {
  return (
    <section className={classes.newest} aria-labelledby="newest">
      <h2 id="newest" className={classes.heading}>
        Your newest newsletters
      </h2>
      <ul className={cards.cards}>
        {newsletters.map((newsletter) => (
          <li key={newsletter.id}>
            <NewsletterCard newsletter={newsletter} />
          </li>
        ))}
      </ul>
    </section>
  );
}
