import type { LayoutType } from '#newsletter/document/document.ts';
import { isRightToLeft } from '#newsletter/values/right-to-left.ts';
import type { ChoiceCard } from '#ui/forms/choice-cards.tsx';
import { type LayoutChoice, LayoutPicture } from './layout-picture.tsx';

const LAYOUT_TEXTS = {
  latest_template: { title: 'Latest template', subtitle: 'A copy of the newest one' },
  one_column: { title: '1 column', subtitle: 'Straight down, like a letter' },
  two_columns_center: { title: '2 column (center)', subtitle: 'Two equal columns' },
  two_columns_right: { title: '2 column (right)', subtitle: 'Wider column on the right' },
  two_columns_left: { title: '2 column (left)', subtitle: 'Wider column on the left' },
} as const satisfies Record<LayoutChoice, { title: string; subtitle: string }>;

const MIRRORED: Partial<Record<LayoutChoice, LayoutChoice>> = {
  two_columns_left: 'two_columns_right',
  two_columns_right: 'two_columns_left',
};

/** The layout on the screen. In a right-to-left language the first column is on the right, so left and right swap. */
export function visualLayout(layout: LayoutChoice, isRightToLeft: boolean): LayoutChoice {
  return (isRightToLeft && MIRRORED[layout]) || layout;
}

/** The title and description of a layout. */
export function layoutTexts(
  layout: LayoutChoice,
  isRightToLeft: boolean,
): { readonly title: string; readonly subtitle: string } {
  return LAYOUT_TEXTS[visualLayout(layout, isRightToLeft)];
}

/** The layouts in display order. */
export const LAYOUT_CHOICES = [
  'one_column',
  'two_columns_center',
  'two_columns_right',
  'two_columns_left',
] as const satisfies readonly LayoutType[];

/** The layouts as cards for `ChoiceCards`, mirrored for right-to-left languages. */
export function layoutCards<Choice extends LayoutChoice>(
  choices: readonly Choice[],
  language: string,
): ChoiceCard<Choice>[] {
  return choices.map((value) => layoutCard(value, language));
}

export function layoutCard<Choice extends LayoutChoice>(value: Choice, language: string): ChoiceCard<Choice> {
  const mirrored = isRightToLeft(language);
  return {
    value,
    ...layoutTexts(value, mirrored),
    picture: <LayoutPicture layout={visualLayout(value, mirrored)} />,
  };
}
