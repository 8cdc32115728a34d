/** For a field that may not stay empty: the mark beside its label, and the word for readers of the screen. */
export const required = { 'aria-required': true, labelProps: { 'data-required': true } } as const;
