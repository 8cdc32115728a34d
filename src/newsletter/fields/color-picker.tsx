import { ColorInput } from '@mantine/core';

/** The field with its picker, in a file of its own, so that it can come later. */
export const ColorPickerInput = ColorInput;
