import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import classes from '#newsletter/fields/forms.module.css';
import { LinkInput } from '#newsletter/fields/link-input.tsx';

export function ButtonForm({ value, onChange, problem }: BlockFormProps<BlockValues['button']>) {
  return (
    <div className={classes.fields}>
      <LinkInput
        label="Link"
        data-path="url"
        value={value.url}
        error={problem('url')}
        description="Where the button leads"
        onChange={(url) => onChange({ ...value, url })}
      />
    </div>
  );
}
