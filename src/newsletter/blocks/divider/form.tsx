import { useId } from 'react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import classes from '#newsletter/fields/forms.module.css';
import { DIVIDER_STYLES } from './block.ts';

const LABELS = { solid: 'Solid', dashed: 'Dashed' } as const;

export function DividerForm({ value, onChange }: BlockFormProps<BlockValues['divider']>) {
  const name = useId();
  return (
    <fieldset>
      <legend className={classes.legend}>Line</legend>
      <div className={classes.choices}>
        {DIVIDER_STYLES.map((style) => (
          <label key={style} className={classes.choice}>
            <input
              type="radio"
              name={name}
              checked={value.style === style}
              onChange={() => onChange({ style })}
            />
            <span className={classes.line} data-style={style} />
            {LABELS[style]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
