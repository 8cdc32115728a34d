import { IconCheck } from '@tabler/icons-react';
import { CURRENCIES, type Currency, DEFAULT_CURRENCY, LANDING_YEARLY_PRICE } from '#contract/rules/prices.ts';
import classes from './price-card.module.css';
import { StartButton } from './start-button.tsx';

const INCLUDED = [
  'Every block and every layout',
  'As many newsletters as you like',
  'Your public pages stay up, even between payments',
];
const CURRENCY_NAMES: readonly Currency[] = ['gbp', 'usd'];

/** The price, and what it includes. */
export function PriceCard({
  currency,
  onCurrency,
}: {
  currency: Currency;
  onCurrency: (currency: Currency) => void;
}) {
  return (
    <div className={classes.card}>
      <div hidden>
        <label>
          Currency
          <select
            value={currency}
            onChange={({ target }) =>
              onCurrency(CURRENCY_NAMES.find((name) => name === target.value) ?? DEFAULT_CURRENCY)
            }
          >
            {CURRENCY_NAMES.map((name) => (
              <option key={name} value={name}>
                {name.toUpperCase()}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p className={classes.price}>
        <span className={classes.sum}>
          {CURRENCIES[currency]}
          {LANDING_YEARLY_PRICE}
        </span>
        <span className={classes.per}>a year, excluding taxes</span>
      </p>
      <ul className={classes.included}>
        {INCLUDED.map((each) => (
          <li key={each}>
            <IconCheck size={20} stroke={1.75} aria-hidden="true" />
            {each}
          </li>
        ))}
      </ul>
      <StartButton size="lg" fullWidth label="Try it free for 3 months" />
      <p className={classes.fine}>Immediate access. No payment details needed.</p>
    </div>
  );
}
