/** What a field of rich text is given; `value` and what comes out is HTML, cleaned when it is saved. */
export type RichTextFieldProps = {
  readonly label: string;
  readonly path: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (html: string) => void;
};
