import { IconFileDownload } from '@tabler/icons-react';
import type { BillingTransaction } from '#contract/billing.ts';
import classes from '#web/features/billing/billing.module.css';
import { exactSum } from '#web/features/billing/plans/plan-texts.ts';
import { formatDottedDate, formatShortDate } from '#web/words/dates.ts';

/** A table of invoices: date, title, sum, status, PDF. */
export function InvoiceRows({
  transactions,
  zone,
  label,
}: {
  transactions: readonly BillingTransaction[];
  zone: string;
  label: string;
}) {
  return (
    <table className={classes.invoices} aria-label={label}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Date</th>
          <th scope="col">For</th>
          <th scope="col">Sum</th>
          <th scope="col">Status</th>
          <th scope="col">PDF</th>
        </tr>
      </thead>
      <tbody>
        {transactions.map(({ id, attributes }) => (
          <tr key={id}>
            <td className={classes.invoiceDate}>
              <span className={classes.wide}>{formatShortDate(attributes.subscription_start_at, zone)}</span>
              <span className={classes.narrow}>
                {formatDottedDate(attributes.subscription_start_at, zone)}
              </span>
            </td>
            <td className={classes.invoiceTitle}>{attributes.title}</td>
            <td className={classes.invoiceSum}>{exactSum(attributes.cost)}</td>
            <td>
              <span className={classes.badge} data-tone="good">
                {attributes.status}
              </span>
            </td>
            <td>
              <a
                className={classes.pdf}
                href={attributes.invoice_pdf_url}
                target="_blank"
                rel="noreferrer"
                aria-label={`Invoice of ${formatShortDate(attributes.subscription_start_at, zone)} as PDF`}
              >
                <IconFileDownload size={22} stroke={1.75} aria-hidden="true" />
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
