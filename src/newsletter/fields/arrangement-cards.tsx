import { useId } from 'react';
import cards from './arrangement-cards.module.css';
import classes from './forms.module.css';

/** A rectangle of a drawing that is 36 wide and 24 high: left, top, width, height. */
type Shape = readonly [x: number, y: number, width: number, height: number];
/** A choice with a small drawing. `words` are lines of text in it. */
export type Arrangement<Id> = {
  readonly id: Id;
  readonly label: string;
  readonly pictures: readonly Shape[];
  readonly words?: readonly Shape[];
};

/** A choice between several arrangements, as cards with drawings. */
export function ArrangementCards<Id extends string>({
  legend,
  choices,
  chosen,
  onChange,
}: {
  legend: string;
  choices: readonly Arrangement<Id>[];
  chosen: Id;
  onChange: (id: Id) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className={classes.legend}>{legend}</legend>
      <div className={cards.choices}>
        {choices.map(({ id, label, pictures, words = [] }) => (
          <label key={id} className={cards.choice}>
            <input type="radio" name={name} checked={id === chosen} onChange={() => onChange(id)} />
            <svg width="54" height="36" viewBox="0 0 36 24" aria-hidden="true" fill="currentColor">
              {pictures.map((shape) => (
                <Rectangle key={shape.join()} shape={shape} radius={1.5} />
              ))}
              {words.map((shape) => (
                <Rectangle key={shape.join()} shape={shape} radius={0.5} />
              ))}
            </svg>
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Rectangle({ shape: [x, y, width, height], radius }: { shape: Shape; radius: number }) {
  return <rect x={x} y={y} width={width} height={height} rx={radius} />;
}
