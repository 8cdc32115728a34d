/** The intrinsic width in pixels below which a picture as wide as a column is enlarged. */
const SMALL = 400;

/** A warning about a picture that will look blurred, by its intrinsic width in pixels; null for others. */
export function smallPictureNote(width: number): string | null {
  return width > 0 && width < SMALL
    ? `Only ${width} pixels wide: it will look blurred. Choose a larger one if you can.`
    : null;
}
