import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { TEXT_MAX } from '#contract/fields.ts';

/** The debounce of typing before a search, in milliseconds. Source: docs/requirements/screens.md 9.4. */
const SEARCH_DEBOUNCE_MS = 500;

/** A debounced search field; Enter searches at once. Follows `value`, for example on Back. */
export function SearchField({
  label,
  value,
  className,
  onSearch,
}: {
  /** The accessible name and placeholder. */
  label: string;
  value: string;
  className?: string | undefined;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // The field's own search must not overwrite what was typed since.
    if (value !== sent) setText(value);
  }
  const send = useDebouncedCallback((next: string) => {
    setSent(next.trim());
    onSearch(next);
  }, SEARCH_DEBOUNCE_MS);
  const type = (next: string) => {
    setText(next);
    send(next);
  };
  const clear = () => {
    type('');
    send.flush();
  };
  return (
    <TextInput
      className={className ?? ''}
      aria-label={label}
      placeholder={label}
      inputMode="search"
      enterKeyHint="search"
      maxLength={TEXT_MAX}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send.flush();
        if (event.key === 'Escape' && text !== '') clear();
      }}
      leftSection={<IconSearch size={20} stroke={1.75} aria-hidden="true" />}
      rightSection={text !== '' && <CloseButton aria-label="Clear search" size={32} onClick={clear} />}
    />
  );
}
