import { Checkbox, TextInput } from '@mantine/core';
import { TEXT_MAX } from './block.ts';
import styles from './block-fields.module.css';

/** What a picture shows, in words, or that it is only decoration. `null` is 'not said yet', `""` decorative. */
export function AltField({
  value,
  error,
  onAlt,
}: {
  readonly value: string | null | undefined;
  readonly error?: string | undefined;
  readonly onAlt: (alt: string | null) => void;
}) {
  const isDecorative = value === '';
  return (
    <div className={styles.stack}>
      <TextInput
        label="Description"
        description="Read aloud to people who can’t see the picture"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value ?? ''}
        error={error}
        maxLength={TEXT_MAX}
        disabled={isDecorative}
        autoComplete="off"
        onChange={(event) => onAlt(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      />
      <Checkbox
        label="Decorative: it says nothing that matters"
        checked={isDecorative}
        onChange={(event) => onAlt(event.currentTarget.checked ? '' : null)}
      />
    </div>
  );
}
