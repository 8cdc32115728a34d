import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { NewsletterListItem } from '#contract/newsletters.ts';
import { SCREENS } from '#contract/paths.ts';
import { useProfile, useSchool } from '../../api/account.ts';
import { PageTitle } from '../../kit/page-title.tsx';
import { EmptyState, ErrorState, Loading } from '../../kit/states.tsx';
import { ComingEvents } from './coming-events.tsx';
import classes from './dashboard.module.css';
import { listOf } from './dashboard-data.ts';
import { NewsletterRows } from './newsletter-rows.tsx';
import { Numbers } from './numbers.tsx';
import { ProductNews } from './product-news.tsx';

/** What is going on: what is being written, what readers see, what comes next, and what is new. */
export function Component() {
  const published = useQuery(listOf('published'));
  const drafts = useQuery(listOf('created'));
  const name = useProfile()?.attributes.first_name;
  const timeZone = useSchool()?.attributes.time_zone;
  const failed = [published, drafts].find((query) => query.isError && query.data === undefined);
  const lists = published.data && drafts.data && { published: published.data, drafts: drafts.data };
  return (
    <>
      <PageTitle action={<CreateNew />} lead={name ? `Good to see you, ${name}.` : undefined}>
        Dashboard
      </PageTitle>
      <Numbers />
      {failed && (
        <ErrorState
          title="We could not load your newsletters"
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      )}
      {!failed && !lists && (
        <Loading label="Loading the dashboard">
          <div className={classes.columns}>
            <Skeleton height={240} radius="lg" />
            <Skeleton height={240} radius="lg" />
          </div>
        </Loading>
      )}
      {lists && lists.published.total + lists.drafts.total === 0 && (
        <EmptyState title="Your first newsletter starts here" action={<CreateNew />}>
          Choose a layout and begin. Nobody sees it until you publish.
        </EmptyState>
      )}
      {lists && lists.published.total + lists.drafts.total > 0 && (
        <div className={classes.columns}>
          <Card
            title="Drafts in progress"
            total={lists.drafts.total}
            items={lists.drafts.news_letter.data}
            none="No drafts. What you start stands here until it is published."
            timeZone={timeZone}
          />
          <Card
            title="Last published"
            total={lists.published.total}
            items={lists.published.news_letter.data}
            none="Nothing published yet."
            timeZone={timeZone}
          />
        </div>
      )}
      <div className={classes.columns}>
        <ComingEvents timeZone={timeZone} />
        <ProductNews />
      </div>
    </>
  );
}

interface CardProps {
  readonly title: string;
  readonly total: number;
  readonly items: readonly NewsletterListItem[];
  readonly none: string;
  readonly timeZone: string | undefined;
}

function Card({ title, total, items, none, timeZone }: CardProps) {
  return (
    <section className={classes.card}>
      <h2 className={classes.title}>
        {title} <span className={classes.total}>{total}</span>
      </h2>
      {items.length > 0 ? (
        <NewsletterRows items={items} timeZone={timeZone} />
      ) : (
        <p className={classes.none}>{none}</p>
      )}
    </section>
  );
}

function CreateNew() {
  return (
    <Button
      component={Link}
      to={SCREENS.createNewsletter}
      leftSection={<IconPlus size={20} stroke={1.75} aria-hidden="true" />}
    >
      Create new
    </Button>
  );
}
