import { Checkbox, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './forms.module.css';

/** A picture's description: `''` for a decorative picture, null while not described. */
export function AltField({
  alt,
  path,
  problem,
  promptCount = 0,
  isReplaced = false,
  onChange,
}: {
  alt: string | null | undefined;
  path: string;
  problem: (path: string) => string | undefined;
  /** Each increase moves the focus to the field. See `useAltPrompt`. */
  promptCount?: number;
  /** Whether the description was written for the replaced picture. */
  isReplaced?: boolean;
  onChange: (alt: string | null) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (promptCount === 0 || isTyping()) return;
    input.current?.focus();
    input.current?.select();
  }, [promptCount]);
  const isDecorative = alt === '';
  return (
    <div className={classes.fields}>
      {isDecorative || (
        <TextInput
          ref={input}
          label="What does it show?"
          description={
            isReplaced
              ? 'This is another picture: do these words still fit it?'
              : 'Read out to people who cannot see the picture.'
          }
          data-path={path}
          value={alt ?? ''}
          error={problem(path)}
          onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
        />
      )}
      <Checkbox
        label="Decorative: nothing to describe"
        checked={isDecorative}
        onChange={(event) => onChange(event.currentTarget.checked ? '' : null)}
      />
    </div>
  );
}

// The focus does not move while the user is typing elsewhere.
function isTyping(): boolean {
  const { activeElement } = document;
  return (
    (activeElement instanceof HTMLInputElement && !/^(?:file|checkbox|radio)$/.test(activeElement.type)) ||
    activeElement instanceof HTMLTextAreaElement ||
    (activeElement instanceof HTMLElement && activeElement.isContentEditable)
  );
}
