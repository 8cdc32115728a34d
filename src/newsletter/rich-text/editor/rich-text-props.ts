/** The props of a rich-text field. `value` is HTML; it is sanitised when saved. */
export type RichTextFieldProps = {
  readonly label: string;
  readonly path: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (html: string) => void;
};
