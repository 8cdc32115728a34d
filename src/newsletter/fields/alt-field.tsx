import { Checkbox, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './forms.module.css';

/** What a picture shows, in words; or that there is nothing to say (`''`). Not said yet is null. */
export function AltField({
  alt,
  path,
  problem,
  asks = 0,
  isOther = false,
  onChange,
}: {
  alt: string | null | undefined;
  path: string;
  problem: (path: string) => string | undefined;
  /** Counts up each time a picture has come that wants its words: the field then takes the focus. */
  asks?: number;
  /** The words were written for the picture before. */
  isOther?: boolean;
  onChange: (alt: string | null) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asks === 0 || isTyping()) return;
    input.current?.focus();
    input.current?.select();
  }, [asks]);
  const isDecorative = alt === '';
  return (
    <div className={classes.fields}>
      {isDecorative || (
        <TextInput
          ref={input}
          label="What does it show?"
          description={
            isOther
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

// Nobody is torn out of what they are writing.
function isTyping(): boolean {
  const { activeElement } = document;
  return (
    (activeElement instanceof HTMLInputElement && !/^(?:file|checkbox|radio)$/.test(activeElement.type)) ||
    activeElement instanceof HTMLTextAreaElement ||
    (activeElement instanceof HTMLElement && activeElement.isContentEditable)
  );
}
