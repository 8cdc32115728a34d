/** Props of a required field: the mark beside its label, and the attribute for screen readers. */
export const required = { 'aria-required': true, labelProps: { 'data-required': true } } as const;
