import { useId } from 'react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { ColourInput } from '#newsletter/fields/colour-input.tsx';
import classes from '#newsletter/fields/forms.module.css';
import { WORD_BREAKS } from './block.ts';

const BREAKS = {
  'break-word': 'Move to the next line whole, if they fit there',
  'break-all': 'Break wherever the line ends',
  'keep-all': 'Never break, not even between Chinese or Japanese characters',
} as const;

const SWATCHES = ['#ffffff', '#fdf0d5', '#e4f5fc', '#edf3f0', '#fdecea', '#16243d', '#000000'];

export function BoxedTextForm({ value, onChange, problem }: BlockFormProps<BlockValues['boxed_text']>) {
  const name = useId();
  return (
    <div className={classes.fields}>
      <label className={classes.option}>
        <input
          type="checkbox"
          checked={value.colours === 'design'}
          onChange={(event) => onChange({ ...value, colours: event.target.checked ? 'design' : undefined })}
        />
        Colours of the design
      </label>
      {value.colours !== 'design' && <OwnColours value={value} onChange={onChange} problem={problem} />}
      <fieldset>
        <legend className={classes.legend}>Words too long for the line</legend>
        {WORD_BREAKS.map((setting) => (
          <label key={setting} className={classes.option}>
            <input
              type="radio"
              name={name}
              checked={value.word_break === setting}
              onChange={() => onChange({ ...value, word_break: setting })}
            />
            {BREAKS[setting]}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

type Props = Pick<BlockFormProps<BlockValues['boxed_text']>, 'value' | 'onChange' | 'problem'>;

function OwnColours({ value, onChange, problem }: Props) {
  return (
    <>
      <ColourInput
        label="Background"
        dropperLabel="Take the background from the screen"
        swatches={SWATCHES}
        path="background"
        value={value.background}
        error={problem('background')}
        onChange={(background) => onChange({ ...value, background })}
      />
      <ColourInput
        label="Text colour"
        dropperLabel="Take the text colour from the screen"
        swatches={SWATCHES}
        path="color"
        value={value.color}
        error={problem('color')}
        onChange={(color) => onChange({ ...value, color })}
      />
    </>
  );
}
