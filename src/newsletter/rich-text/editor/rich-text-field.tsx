import { Button } from '@mantine/core';
import { type ComponentType, useEffect, useState } from 'react';
import classes from '#newsletter/fields/forms.module.css';
import { RELOAD } from '#ui/feedback/reload.ts';
import type { RichTextFieldProps } from './rich-text-props.ts';

// By far the largest part of the editor, so it is loaded on demand. Not with `lazy`, to show a failure in the field
// itself.
let loaded: ComponentType<RichTextFieldProps> | null = null;

/** A rich-text field with toolbar. */
export function RichTextField(props: RichTextFieldProps) {
  const [Input, setInput] = useState(() => loaded);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (loaded !== null) return;
    import('./rich-text-input.tsx').then(
      ({ RichTextInput }) => {
        loaded = RichTextInput;
        setInput(() => RichTextInput);
      },
      () => setFailed(true),
    );
  }, []);

  if (Input !== null) return <Input {...props} />;
  if (hasFailed) {
    return (
      <div className={classes.waiting} role="alert">
        <p>The text field could not be loaded. What you have typed is kept.</p>
        <Button variant="default" onClick={RELOAD.run}>
          {RELOAD.label}
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
