/** Messages about copying to the clipboard: addresses, secrets, codes, texts. */
export const COPY_MESSAGES = { copied: 'Copied to clipboard' } as const;
