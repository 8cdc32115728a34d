import { IconClick } from '@tabler/icons-react';
import { TEXT_MAX } from '../../block.ts';
import type { BlockEditor, BlockFormProps } from '../../block-editor.ts';
import styles from '../../block-fields.module.css';
import { LineField, LinkField } from '../../block-fields.tsx';

function ButtonForm({ value, onChange, reports }: BlockFormProps<'button'>) {
  return (
    <div className={styles.stack}>
      <LineField
        {...reports}
        path="btnText"
        label="Button text"
        maxLength={TEXT_MAX}
        value={value.btnText}
        onText={(btnText) => onChange({ ...value, btnText })}
      />
      <LinkField
        {...reports}
        path="url"
        label="Link"
        placeholder="https://"
        value={value.url}
        onText={(url) => onChange({ ...value, url })}
      />
    </div>
  );
}

/** The button's form. */
export const buttonEditor: BlockEditor<'button'> = { icon: IconClick, Form: ButtonForm };
