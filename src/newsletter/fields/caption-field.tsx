import { TextInput } from '@mantine/core';
import classes from './forms.module.css';

/** A field for the words below a picture or a group of pictures. */
export function CaptionField({
  caption,
  place,
  problem,
  onChange,
}: {
  caption: string | undefined;
  /** The position of the caption: 'below the picture'. */
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
