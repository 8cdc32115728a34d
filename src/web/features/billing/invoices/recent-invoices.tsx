import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import classes from '#web/features/billing/billing.module.css';
import { transactionsQuery } from '#web/features/billing/billing-data.ts';
import { Loaded } from '#web/features/billing/billing-frame.tsx';
import { InvoiceRows } from './invoice-rows.tsx';

const SHOWN = 3;

/** The newest invoices, for the subscription screen. */
export function RecentInvoices({ zone }: { zone: string }) {
  const transactions = useQuery(transactionsQuery(null));
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <h2 className={classes.sectionTitle}>Invoices</h2>
        <Link to={SCREENS.invoices} className={classes.link}>
          All invoices
        </Link>
      </div>
      <Loaded query={transactions} what="your invoices" height={96} shape="wide">
        {(found) =>
          found.length === 0 ? (
            <p className={classes.none}>There are no invoices yet.</p>
          ) : (
            <InvoiceRows transactions={found.slice(0, SHOWN)} zone={zone} label="The newest invoices" />
          )
        }
      </Loaded>
    </section>
  );
}
