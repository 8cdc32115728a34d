import { lazy, Suspense } from 'react';
import classes from './forms.module.css';

/** What a field of rich text is given; `value` and what comes out is HTML, cleaned when it is saved. */
export type RichTextFieldProps = {
  readonly label: string;
  readonly path: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (html: string) => void;
};

// The largest part of the editor by far, and not needed to open it.
const RichTextInput = lazy(() =>
  import('./rich-text-input.tsx').then((file) => ({ default: file.RichTextInput })),
);

/** Rich text with its toolbar. */
export function RichTextField(props: RichTextFieldProps) {
  return (
    <Suspense
      fallback={
        <div className={classes.waiting} data-loading-field="" role="status">
          <span className="visually-hidden">Loading the text field</span>
        </div>
      }
    >
      <RichTextInput {...props} />
    </Suspense>
  );
}
