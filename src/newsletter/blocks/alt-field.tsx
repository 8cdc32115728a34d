import { Checkbox, TextInput } from '@mantine/core';
import classes from './forms.module.css';

/** What a picture shows, in words; or that there is nothing to say (`''`). Not said yet is null. */
export function AltField({
  alt,
  path,
  problem,
  onChange,
}: {
  alt: string | null | undefined;
  path: string;
  problem: (path: string) => string | undefined;
  onChange: (alt: string | null) => void;
}) {
  const isDecorative = alt === '';
  return (
    <div className={classes.fields}>
      {isDecorative || (
        <TextInput
          label="What does it show?"
          description="Read out to people who cannot see the picture."
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
