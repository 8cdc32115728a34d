import type { ReactNode } from 'react';
import classes from './choice-cards.module.css';

/** A choice with picture and text. */
export interface ChoiceCard<Value extends string> {
  readonly value: Value;
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly picture: ReactNode;
}

/** A group of radio buttons shown as cards. Groups with the same `name` form one choice. */
export function ChoiceCards<Value extends string>({
  name,
  legend,
  cards,
  value,
  isCompact = false,
  isInOneRow = false,
  onChange,
}: {
  name: string;
  legend: string;
  cards: readonly ChoiceCard<Value>[];
  value: string | null;
  /** Small cards, several in a row. */
  isCompact?: boolean;
  /** Whether up to six cards are in one row if there is room; otherwise three. */
  isInOneRow?: boolean;
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset
      className={classes.group}
      data-compact={isCompact || undefined}
      data-row={isInOneRow || undefined}
    >
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.cards}>
        {cards.map((card) => (
          <label key={card.value} className={classes.card} data-checked={card.value === value || undefined}>
            {card.picture}
            <span className={classes.words}>
              <input
                type="radio"
                className={classes.radio}
                name={name}
                value={card.value}
                checked={card.value === value}
                onChange={() => onChange(card.value)}
                aria-labelledby={`${name}-${card.value}-title`}
                aria-describedby={card.subtitle && `${name}-${card.value}-subtitle`}
              />
              <span id={`${name}-${card.value}-title`} className={classes.title}>
                {card.title}
              </span>
              {card.subtitle && (
                <span id={`${name}-${card.value}-subtitle`} className={classes.subtitle}>
                  {card.subtitle}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
