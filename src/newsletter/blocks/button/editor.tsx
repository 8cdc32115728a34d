import { TextInput } from '@mantine/core';
import { IconClick } from '@tabler/icons-react';
import type { BlockValues } from '../../document.ts';
import type { BlockEditor, BlockFormProps } from '../block-editor.ts';
import classes from '../forms.module.css';

function ButtonForm({ value, onChange, problem }: BlockFormProps<BlockValues['button']>) {
  return (
    <div className={classes.fields}>
      <TextInput
        label="Button text"
        data-path="btnText"
        value={value.btnText}
        error={problem('btnText')}
        onChange={(event) => onChange({ ...value, btnText: event.currentTarget.value })}
      />
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

export const buttonEditor: BlockEditor<'button'> = { type: 'button', icon: IconClick, Form: ButtonForm };
