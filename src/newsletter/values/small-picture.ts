/** A picture as wide as a column is drawn larger than it is below this width, in pixels. */
const SMALL = 400;

/** A warning about a picture that will look blurred, by its own width in pixels; null for others. */
export function smallPictureNote(width: number): string | null {
  return width > 0 && width < SMALL
    ? `Only ${width} pixels wide: it will look blurred. Choose a larger one if you can.`
    : null;
}
