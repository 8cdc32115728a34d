import { useState } from 'react';
import {
  type Currency,
  DEFAULT_CURRENCY,
  LANDING_YEARLY_PRICE,
  MINOR_UNITS,
} from '#contract/rules/prices.ts';
import { productName } from '#web/words/product.ts';
import { PriceCard } from './price-card.tsx';
import classes from './price-panel.module.css';

/** The price panel. `Title` is the heading's element, which depends on the page. */
export function PricePanel({ Title }: { Title: 'h1' | 'h2' }) {
  const [currency, setCurrency] = useState<Currency>(DEFAULT_CURRENCY);
  const aDay = Math.round((LANDING_YEARLY_PRICE / 365) * 100);
  return (
    <section className={classes.panel}>
      <div className={classes.words}>
        <Title className={classes.title}>One price, in plain words</Title>
        <p className={classes.lead}>
          A year of {productName()} for the whole school, however many newsletters you publish and however
          many families read them.
        </p>
        <p className={classes.day}>{`About ${aDay}${MINOR_UNITS[currency]} a day.`}</p>
      </div>
      <PriceCard currency={currency} onCurrency={setCurrency} />
    </section>
  );
}
