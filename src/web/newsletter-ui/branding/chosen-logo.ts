import { z } from 'zod';

const fraction = z.number();

/** A chosen picture, scaled down so that it fits into the browser's storage, and the part of it that is the logo. */
export const chosenLogo = z.object({
  /** The name of the chosen file. */
  name: z.string(),
  /** The picture as a `data:` URL. */
  picture: z.string().startsWith('data:image/'),
  width: z.number().positive(),
  height: z.number().positive(),
  frame: z.object({ x: fraction, y: fraction, width: fraction.positive(), height: fraction.positive() }),
});
export type ChosenLogo = z.infer<typeof chosenLogo>;
