import type { LayoutType } from '#newsletter/document.ts';
import type { ChoiceCard } from './choice-cards.tsx';
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

/** The layouts as cards, for `ChoiceCards`. */
export function layoutCards<Choice extends LayoutChoice>(choices: readonly Choice[]): ChoiceCard<Choice>[] {
  return choices.map((value) => ({
    value,
    title: LAYOUT_WORDS[value].title,
    subtitle: LAYOUT_WORDS[value].subtitle,
    picture: <LayoutPicture layout={value} />,
  }));
}
