import { useId } from 'react';
import type { OwnColours } from '#newsletter/designs/colours.ts';
import { useEditor, useTools } from '#web/features/editor/editor-context.tsx';
import choice from '#web/features/editor/fields/section-tint.module.css';
import { changeColours, coloursOf } from './change-design.ts';
import classes from './design-panel.module.css';
import { OwnColourFields } from './own-colour-fields-part.tsx';

/** The newsletter's two colours: the school's, or its own. */
export function ColourChoice() {
  const { editing, school } = useTools();
  const colours = useEditor((state) => state.document.colours);
  const group = useId();
  const choose = (next: OwnColours | null) => changeColours(editing, next);
  const options = [
    { words: 'School colours', isChosen: colours === null, onChoose: () => choose(null) },
    { words: 'Own colours', isChosen: colours !== null, onChoose: () => choose(coloursOf(school)) },
  ] as const;
  return (
    <fieldset className={classes.colours}>
      <legend className="mantine-InputWrapper-label">Colours</legend>
      <div className={choice.choices}>
        {options.map(({ words, isChosen, onChoose }) => (
          <label key={words} className={choice.choice}>
            <input
              type="radio"
              className="visually-hidden"
              name={group}
              checked={isChosen}
              onChange={onChoose}
            />
            {words}
          </label>
        ))}
      </div>
      {colours !== null && <OwnColourFields colours={colours} />}
    </fieldset>
  );
}
