import type { LayoutType } from '#newsletter/document/document.ts';
import { isRightToLeft } from '#newsletter/values/right-to-left.ts';
import type { ChoiceCard } from '#ui/forms/choice-cards.tsx';
import { type LayoutChoice, LayoutPicture } from './layout-picture.tsx';

const LAYOUT_WORDS = {
  latest_template: { title: 'Latest template', subtitle: 'A copy of the newest one' },
  one_column: { title: '1 column', subtitle: 'Straight down, like a letter' },
  two_columns_center: { title: '2 column (center)', subtitle: 'Two equal columns' },
  two_columns_right: { title: '2 column (right)', subtitle: 'Wider column on the right' },
  two_columns_left: { title: '2 column (left)', subtitle: 'Wider column on the left' },
} as const satisfies Record<LayoutChoice, { title: string; subtitle: string }>;

const TURNED: Partial<Record<LayoutChoice, LayoutChoice>> = {
  two_columns_left: 'two_columns_right',
  two_columns_right: 'two_columns_left',
};

/** As which layout one is seen: where reading begins on the right, the first column stands there. */
export function layoutSeen(layout: LayoutChoice, isRightToLeft: boolean): LayoutChoice {
  return (isRightToLeft && TURNED[layout]) || layout;
}

/** What a layout is called, and what it is for. */
export function layoutWords(
  layout: LayoutChoice,
  isRightToLeft: boolean,
): { readonly title: string; readonly subtitle: string } {
  return LAYOUT_WORDS[layoutSeen(layout, isRightToLeft)];
}

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

/** The layouts as cards, for `ChoiceCards`, in a school's language. */
export function layoutCards<Choice extends LayoutChoice>(
  choices: readonly Choice[],
  language: string,
): ChoiceCard<Choice>[] {
  const turned = isRightToLeft(language);
  return choices.map((value) => ({
    value,
    ...layoutWords(value, turned),
    picture: <LayoutPicture layout={layoutSeen(value, turned)} />,
  }));
}
