import { TextInput } from '@mantine/core';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import classes from '#newsletter/fields/forms.module.css';

export function ButtonForm({ value, onChange, problem }: BlockFormProps<BlockValues['button']>) {
  return (
    <div className={classes.fields}>
      <TextInput
        label="Link"
        type="url"
        inputMode="url"
        placeholder="https://"
        data-path="url"
        value={value.url}
        error={problem('url')}
        description="Where the button leads. The address begins with https://"
        onChange={(event) => onChange({ ...value, url: event.currentTarget.value })}
      />
    </div>
  );
}
