import { useId } from 'react';
import classes from './choice.module.css';

/** A few options side by side, of which one is chosen. */
export function Choice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { readonly value: Value; readonly words: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.choices}>
      {options.map((option) => (
        <label key={option.value} className={classes.choice}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.words}
        </label>
      ))}
    </div>
  );
}
