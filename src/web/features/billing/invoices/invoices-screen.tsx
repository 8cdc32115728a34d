import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { BillingInformation } from '#contract/billing.ts';
import { SCREENS } from '#contract/paths.ts';
import { fullName } from '#contract/rules/names.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { useSchool } from '#web/api/account.ts';
import classes from '#web/features/billing/billing.module.css';
import { transactionsQuery, useBilling } from '#web/features/billing/billing-data.ts';
import { BillingFrame, Loaded } from '#web/features/billing/billing-frame.tsx';
import { InvoiceRows } from './invoice-rows.tsx';

/** The invoices of a year, and the billing details. */
export function Component() {
  const zone = useSchool()?.attributes.time_zone ?? 'Europe/London';
  const all = useQuery(transactionsQuery(null));
  const newest = all.data?.[0]?.attributes.subscription_start_at ?? new Date().toISOString();
  const [picked, setPicked] = useState<number | null>(null);
  const year = picked ?? yearIn(zone, newest);
  const starts = all.data?.map(({ attributes }) => yearIn(zone, attributes.subscription_start_at)) ?? [];
  const years = yearsOf(starts, yearIn(zone));
  const transactions = useQuery({ ...transactionsQuery(year), enabled: !all.isPending });
  return (
    <BillingFrame here="Billing" title="Invoices">
      <section className={classes.section}>
        <div className={classes.sectionHead}>
          <Select
            label="Year"
            className={classes.years ?? ''}
            data={years.map(String)}
            value={String(year)}
            onChange={(value) => setPicked(value === null ? null : Number(value))}
          />
        </div>
        <Loaded query={transactions} what="your invoices" height={96} shape="wide">
          {(found) =>
            found.length === 0 ? (
              <p className={classes.none}>
                There are no invoices for {year}. Each payment adds one, as a PDF for your office.
              </p>
            ) : (
              <InvoiceRows transactions={found} zone={zone} label={`Invoices of ${year}`} />
            )
          }
        </Loaded>
      </section>
      <section className={classes.section}>
        <div className={classes.sectionHead}>
          <h2 className={classes.sectionTitle}>Billing details</h2>
          <Link to={SCREENS.updateBillingInfo} className={classes.link} aria-label="Edit billing details">
            Edit
          </Link>
        </div>
        <Loaded query={useBilling()} what="your billing details" height={96} shape="wide">
          {({ attributes }) => <Details of={attributes} />}
        </Loaded>
      </section>
    </BillingFrame>
  );
}

// From this year back to the first with an invoice, but at least to last year.
function yearsOf(found: readonly number[], now: number): readonly number[] {
  const first = Math.min(now - 1, ...found);
  const last = Math.max(now, ...found);
  return Array.from({ length: last - first + 1 }, (_, index) => last - index);
}

// The year in the school's time zone, like the dates in the list.
function yearIn(zone: string, moment?: string): number {
  return Number(dayIn(zone, moment === undefined ? new Date() : new Date(moment)).slice(0, 4));
}

function Details({ of }: { of: BillingInformation['attributes'] }) {
  const lines = [
    ['Name', fullName(of)],
    ['Email', of.email],
    ['Phone', of.telephone],
    ['Address', of.address],
  ] as const;
  if (lines.every(([, value]) => value === ''))
    return <p className={classes.none}>Not filled in yet. They are printed on your invoices.</p>;
  return (
    <dl className={classes.details}>
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
