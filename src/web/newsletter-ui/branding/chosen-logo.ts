import { z } from 'zod';

const fraction = z.number();

/** A chosen picture, brought down to a size that the tab can keep, and what of it is the logo. */
export const chosenLogo = z.object({
  /** The name of the file it came from. */
  name: z.string(),
  /** The picture as a `data:` address. */
  picture: z.string().startsWith('data:image/'),
  width: z.number().positive(),
  height: z.number().positive(),
  frame: z.object({ x: fraction, y: fraction, width: fraction.positive(), height: fraction.positive() }),
});
export type ChosenLogo = z.infer<typeof chosenLogo>;
