import { TextInput } from '@mantine/core';
import classes from './forms.module.css';

/** The words below a picture or a group of them. */
export function CaptionField({
  caption,
  place,
  problem,
  onChange,
}: {
  caption: string | undefined;
  /** Where it stands: 'below the picture'. */
  place: string;
  problem: (path: string) => string | undefined;
  onChange: (caption: string) => void;
}) {
  return (
    <TextInput
      label={
        <>
          Caption <span className={classes.optional}>optional, {place}</span>
        </>
      }
      data-path="caption"
      value={caption ?? ''}
      error={problem('caption')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
