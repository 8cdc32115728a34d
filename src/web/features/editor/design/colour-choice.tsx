import { Choice } from '#ui/forms/choice.tsx';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { changeColours, firstOwnColours } from './change-design.ts';
import classes from './design-panel.module.css';
import { OwnColourFields } from './own-colour-fields-part.tsx';

const KINDS = [
  { value: 'school', words: 'School colours' },
  { value: 'own', words: 'Own colours' },
] as const;

/** The newsletter's two colours: the school's, or its own. */
export function ColourChoice() {
  const { editing, school } = useTools();
  const colours = useEditor((state) => state.document.colours);
  return (
    <div className={classes.colours}>
      <Choice
        label="Colours"
        isLabelled
        options={KINDS}
        value={colours === null ? 'school' : 'own'}
        onChange={(kind) => changeColours(editing, kind === 'own' ? firstOwnColours(school) : null)}
      />
      {colours !== null && <OwnColourFields colours={colours} />}
    </div>
  );
}
