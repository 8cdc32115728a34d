import { ColorInput } from '@mantine/core';

/** In its own file so that it can be loaded lazily. */
export const ColorPickerInput = ColorInput;
