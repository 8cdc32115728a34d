import { Button } from '@mantine/core';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import classes from './forms.module.css';

/** What a field of rich text is given; `value` and what comes out is HTML, cleaned when it is saved. */
export type RichTextFieldProps = {
  readonly label: string;
  readonly path: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (html: string) => void;
};

// The largest part of the editor by far, and not needed to open it. Not `lazy`: that would keep a failure for ever.
let loaded: ComponentType<RichTextFieldProps> | null = null;

/** Rich text with its toolbar. */
export function RichTextField(props: RichTextFieldProps) {
  const [Input, setInput] = useState(() => loaded);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    try {
      const { RichTextInput } = await import('./rich-text-input.tsx');
      loaded = RichTextInput;
      setInput(() => RichTextInput);
    } catch {
      setFailed(true);
    }
  }, []);
  useEffect(() => {
    if (loaded === null) void load();
  }, [load]);

  if (Input !== null) return <Input {...props} />;
  if (hasFailed) {
    return (
      <div className={classes.waiting} role="alert">
        <p>The text field could not be loaded. Is there a connection?</p>
        <Button variant="default" onClick={() => void load()}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.waiting} data-loading-field="" role="status">
      <span className="visually-hidden">Loading the text field</span>
    </div>
  );
}
