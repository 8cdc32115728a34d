import { useId } from 'react';
import type { LayoutType } from '#newsletter/document.ts';
import classes from './layout-cards.module.css';
import { type LayoutChoice, LayoutPicture } from './layout-picture.tsx';

/** What the layouts are called, and what they are for. */
export const LAYOUT_WORDS = {
  latest_template: { title: 'Latest template', subtitle: 'A copy of the newest one' },
  one_column: { title: '1 column', subtitle: 'Straight down, like a letter' },
  two_columns_center: { title: '2 column (center)', subtitle: 'Two equal columns' },
  two_columns_right: { title: '2 column (right)', subtitle: 'Wider column on the right' },
  two_columns_left: { title: '2 column (left)', subtitle: 'Wider column on the left' },
} as const satisfies Record<LayoutChoice, { title: string; subtitle: string }>;

/** The layouts in the order in which they are offered. */
export const LAYOUT_CHOICES = [
  'one_column',
  'two_columns_center',
  'two_columns_right',
  'two_columns_left',
] as const satisfies readonly LayoutType[];

/** The same with the newest newsletter first, for a school that has one. */
export const LATER_CHOICES = [
  'latest_template',
  ...LAYOUT_CHOICES,
] as const satisfies readonly LayoutChoice[];

/** Cards of which one is chosen: a picture of the layout, its title and subtitle. Works as a group of radio buttons. */
export function LayoutCards<Choice extends LayoutChoice>({
  legend,
  choices,
  value,
  onChange,
}: {
  legend: string;
  choices: readonly Choice[];
  value: Choice | null;
  onChange: (choice: Choice) => void;
}) {
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.cards}>
        {choices.map((choice) => (
          <label key={choice} className={classes.card} data-checked={choice === value || undefined}>
            <LayoutPicture layout={choice} />
            <span className={classes.words}>
              <input
                type="radio"
                className={classes.radio}
                name={name}
                value={choice}
                checked={choice === value}
                onChange={() => onChange(choice)}
                aria-labelledby={`${name}-${choice}-title`}
                aria-describedby={`${name}-${choice}-subtitle`}
              />
              <span id={`${name}-${choice}-title`} className={classes.title}>
                {LAYOUT_WORDS[choice].title}
              </span>
              <span id={`${name}-${choice}-subtitle`} className={classes.subtitle}>
                {LAYOUT_WORDS[choice].subtitle}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
