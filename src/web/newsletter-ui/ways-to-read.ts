/** The ways to read a whole newsletter that it is shown in, as the options of a choice. */

export const KINDS = [
  { value: 'page', words: 'Page' },
  { value: 'mail', words: 'Mail' },
] as const;

export const WIDTHS = [
  { value: 'desktop', words: 'Desktop' },
  { value: 'phone', words: 'Phone' },
] as const;
