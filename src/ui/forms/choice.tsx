import { useId } from 'react';
import classes from './choice.module.css';

/** A few options side by side, of which one is chosen. `isLabelled`: the label is visible, and not only for screen readers. */
export function Choice<Value extends string>({
  label,
  isLabelled = false,
  options,
  value,
  onChange,
}: {
  label: string;
  isLabelled?: boolean;
  options: readonly { readonly value: Value; readonly words: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <>
      {isLabelled && (
        <div className="mantine-InputWrapper-label" aria-hidden="true">
          {label}
        </div>
      )}
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
    </>
  );
}
