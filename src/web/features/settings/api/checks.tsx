import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import classes from './api.module.css';

// The error is above the boxes: below them it would be out of sight on a phone.
const ORDER: ('label' | 'error' | 'input')[] = ['label', 'error', 'input'];

/** A group of checkboxes for a few choices. */
export function Checks<Value extends string>({
  label,
  options,
  props,
}: {
  label: string;
  options: readonly { readonly value: Value; readonly words: string }[];
  props: Readonly<Record<string, unknown>>;
}) {
  return (
    <Checkbox.Group label={label} inputWrapperOrder={ORDER} {...props}>
      <div className={classes.checks}>
        {options.map(({ value, words }) => (
          <Checkbox key={value} value={value} label={words} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
