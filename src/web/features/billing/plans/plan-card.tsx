import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PLANS, YEARLY_PER_MONTH } from '#contract/rules/prices.ts';
import type { SchoolResource } from '#contract/school.ts';
import classes from '#web/features/billing/billing.module.css';
import { billingQuery } from '#web/features/billing/billing-data.ts';
import { PRICE_PER, paidPlanOf } from './plan-texts.ts';

/** A paid plan: name, price, status badge, facts, and its actions as children. */
export function PlanCard({
  school,
  badge,
  tone,
  facts,
  note,
  children,
}: {
  school: SchoolResource['attributes'];
  badge: string;
  tone: 'good' | 'quiet' | 'bad';
  facts: readonly { readonly name: string; readonly value: ReactNode }[];
  note?: ReactNode;
  children: ReactNode;
}) {
  const plan = paidPlanOf(school) ?? 'yearly';
  return (
    <section className={classes.plan} aria-label={PLANS[plan].title}>
      <div className={classes.planHead}>
        <div>
          <h2 className={classes.planName}>{PLANS[plan].title}</h2>
          <p className={classes.price}>
            <span className={classes.sum}>£{PLANS[plan].price}</span>
            <span className={classes.per}>
              {PRICE_PER[plan]}
              {plan === 'yearly' && <span>£{YEARLY_PER_MONTH} per month</span>}
            </span>
          </p>
        </div>
        <span className={classes.badge} data-tone={tone}>
          {badge}
        </span>
      </div>
      <dl className={classes.facts}>
        {facts.map(({ name, value }) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.planFoot}>
        {note && <p className={classes.footNote}>{note}</p>}
        <div className={classes.footLinks}>{children}</div>
      </div>
    </section>
  );
}

/** The masked number of the card that pays. */
export function MaskedCard() {
  // Data cached before the payment would have no card.
  const billing = useQuery({ ...billingQuery, refetchOnMount: 'always' });
  if (billing.data === undefined) return billing.isError ? 'Not known just now' : '…';
  const { card_last4: last4 } = billing.data.attributes;
  if (last4 === null) return 'None';
  return (
    <span className={classes.maskedCard}>
      <span className={classes.cardPicture} aria-hidden="true" />
      <span className="visually-hidden">Card ending in {last4}</span>
      <span aria-hidden="true">•••• •••• {last4}</span>
    </span>
  );
}
