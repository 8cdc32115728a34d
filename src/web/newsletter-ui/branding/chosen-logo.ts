import { z } from 'zod';
import { LOGO_ASPECT } from '#contract/school.ts';
import { WIDE_LOGO_ASPECT } from '#newsletter/values/branding.ts';

const fraction = z.number();

/** A chosen picture, scaled down to fit into the browser's storage, and the part of it that is the logo. */
export const chosenLogo = z.object({
  /** The name of the chosen file. */
  name: z.string(),
  /** The picture as a `data:` URL. */
  picture: z.string().startsWith('data:image/'),
  width: z.number().positive(),
  height: z.number().positive(),
  /** Kept uncropped, as a crest. */
  isWhole: z.boolean().optional(),
  frame: z.object({ x: fraction, y: fraction, width: fraction.positive(), height: fraction.positive() }),
});
export type ChosenLogo = z.infer<typeof chosenLogo>;

/** The width of the logo by its height, as it will be uploaded. */
export function logoAspect({ isWhole, width, height }: ChosenLogo): number {
  return isWhole ? width / height : LOGO_ASPECT.width / LOGO_ASPECT.height;
}

/** Whether a picture is so narrow that it can be kept whole, as a crest beside the school's name. */
export function isCrest({ width, height }: Pick<ChosenLogo, 'width' | 'height'>): boolean {
  return width / height < WIDE_LOGO_ASPECT;
}
