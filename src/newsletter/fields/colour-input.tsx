import { type ColorInputProps, TextInput } from '@mantine/core';
import { type ComponentType, useEffect, useRef, useState } from 'react';

/** A colour as `#1f5d45`, typed or picked. */
type ColourInputProps = Pick<ColorInputProps, 'label' | 'value' | 'error' | 'swatches'> & {
  readonly path: string;
  /** The label of the eye-dropper button. */
  readonly dropperLabel: string;
  readonly onChange: (color: string) => void;
};

// The picker is loaded lazily. Until then, or if loading fails, colours are typed.
let loaded: ComponentType<ColorInputProps> | null = null;

export function ColourInput({ path, dropperLabel, onChange, ...props }: ColourInputProps) {
  const typed = useRef<HTMLInputElement>(null);
  const hadFocus = useRef(false);
  const [Picker, setPicker] = useState(() => loaded);
  useEffect(() => {
    if (loaded !== null) return;
    import('./color-picker.tsx').then(
      ({ ColorPickerInput }) => {
        loaded = ColorPickerInput;
        hadFocus.current = document.activeElement === typed.current;
        setPicker(() => ColorPickerInput);
      },
      () => undefined,
    );
  }, []);
  if (Picker === null)
    return (
      <TextInput
        {...props}
        ref={typed}
        data-path={path}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <Picker
      {...props}
      ref={(field: HTMLInputElement | null) => {
        // Keeps the focus when the picker replaces the text field.
        if (!hadFocus.current || field === null) return;
        hadFocus.current = false;
        field.focus();
        field.setSelectionRange(field.value.length, field.value.length);
      }}
      data-path={path}
      // With touch, the finger would cover the point that it picks.
      withEyeDropper={window.matchMedia('(pointer: fine)').matches}
      eyeDropperButtonProps={{ 'aria-label': dropperLabel }}
      onChange={onChange}
    />
  );
}
