import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SCREENS } from '#contract/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import classes from './billing.module.css';

const SETTINGS = { label: 'Settings', to: SCREENS.settings };
const SUBSCRIPTION = { label: 'Subscription', to: SCREENS.subscription };
const BILLING = { label: 'Billing', to: SCREENS.invoices };

/** The frame of a page about the plan: breadcrumbs and title. */
export function BillingFrame({
  here,
  below,
  title,
  lead,
  children,
}: {
  here: string;
  below?: 'subscription' | 'billing';
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const parent = below === 'subscription' ? [SUBSCRIPTION] : below === 'billing' ? [BILLING] : [];
  return (
    <>
      <Breadcrumbs above={[SETTINGS, ...parent]} here={here} />
      <PageTitle lead={lead}>{title}</PageTitle>
      {children}
    </>
  );
}

/** Renders a query's data; a skeleton while it loads, and an error with a retry button if it fails. */
export function Loaded<T>({
  query,
  what,
  height = 240,
  shape = 'form',
  children,
}: {
  query: UseQueryResult<T>;
  /** Completes 'Loading …' and 'We could not load …': 'your billing details'. */
  what: string;
  height?: number;
  /** The skeleton's shape: a card as wide as a form or as the page, or no card of its own. */
  shape?: 'form' | 'wide' | 'inside';
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return (
      <ErrorState
        title={`We could not load ${what}`}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <Loading label={`Loading ${what}`}>
      {shape === 'inside' ? (
        <Skeleton height={height} />
      ) : (
        <div className={classes.card} data-shape={shape}>
          <Skeleton height={height} />
        </div>
      )}
    </Loading>
  );
}
