/** The options for showing a whole newsletter the way families read it. */

export const KINDS = [
  { value: 'page', words: 'Page' },
  { value: 'mail', words: 'Mail' },
] as const;

export const WIDTHS = [
  { value: 'desktop', words: 'Desktop' },
  { value: 'phone', words: 'Phone' },
] as const;
