import { LOGO_ASPECT } from '#contract/school.ts';

/** The geometry of cropping the logo, and its conversion to and from react-easy-crop. Pure. */

export type Size = { readonly width: number; readonly height: number };
export type CropPoint = { readonly x: number; readonly y: number };

/**
 * The part of a picture that becomes the logo, in fractions of the picture's width and height, so that it does not
 * depend on the screen's size. It may extend beyond the picture: a square logo has empty sides at 32:9.
 */
export type CropFrame = CropPoint & Size;

/** The state of react-easy-crop: `crop` in screen pixels from the centre, `zoom` as a factor of the fitted picture. */
export type CropView = { readonly crop: CropPoint; readonly zoom: number };

/** Sizes on the screen, in pixels: the fitted picture before zooming, and the 32:9 window over it. */
export type CropStage = { readonly picture: Size; readonly window: Size };

/** The logo's maximum width in pixels: 320 px in the newsletter's header, times four for high-density screens. */
const LOGO_MAX_WIDTH = 1280;
/** The maximum zoom, relative to `minZoom`. */
export const ZOOM_RANGE = 8;

const ASPECT = LOGO_ASPECT.width / LOGO_ASPECT.height;

/** The smallest frame that contains the whole picture, centred. Cropping starts with it. */
export function wholePicture(picture: Size): CropFrame {
  const wider = picture.width / picture.height >= ASPECT;
  const width = wider ? 1 : (picture.height * ASPECT) / picture.width;
  const height = wider ? picture.width / ASPECT / picture.height : 1;
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
}

/** The frame that a view crops. */
export function frameOfView({ crop, zoom }: CropView, { picture, window }: CropStage): CropFrame {
  const width = window.width / (picture.width * zoom);
  const height = window.height / (picture.height * zoom);
  return {
    x: 0.5 - crop.x / (picture.width * zoom) - width / 2,
    y: 0.5 - crop.y / (picture.height * zoom) - height / 2,
    width,
    height,
  };
}

/** The view that shows a frame: the inverse of `frameOfView`. */
export function viewOfFrame(frame: CropFrame, { picture, window }: CropStage): CropView {
  const zoom = window.width / (frame.width * picture.width);
  return {
    zoom,
    crop: {
      x: (0.5 - frame.x - frame.width / 2) * picture.width * zoom,
      y: (0.5 - frame.y - frame.height / 2) * picture.height * zoom,
    },
  };
}

/** The zoom at which the whole picture just fits into the window. */
export function minZoom({ picture, window }: CropStage): number {
  return Math.min(window.width / picture.width, window.height / picture.height);
}

/** The logo's size in pixels: exactly 32:9, not scaled up, at most 1280 × 360. */
export function logoSize(frame: CropFrame, picture: Size): Size {
  const most = LOGO_MAX_WIDTH / LOGO_ASPECT.width;
  const unit = Math.min(most, Math.max(1, Math.round((frame.width * picture.width) / LOGO_ASPECT.width)));
  return { width: unit * LOGO_ASPECT.width, height: unit * LOGO_ASPECT.height };
}

/** The rectangle to draw the whole picture into, so that the frame fills a logo of this size. */
export function pictureInLogo(frame: CropFrame, logo: Size): CropPoint & Size {
  const width = logo.width / frame.width;
  const height = logo.height / frame.height;
  return { x: -frame.x * width, y: -frame.y * height, width, height };
}

/** A picture's size scaled down to a longest side; scaled up only if it is `scalable` (a vector graphic). */
export function sizeWithin(picture: Size, longest: number, scalable = false): Size {
  const factor = longest / Math.max(picture.width, picture.height);
  if (factor >= 1 && !scalable) return picture;
  return {
    width: Math.max(1, Math.round(picture.width * factor)),
    height: Math.max(1, Math.round(picture.height * factor)),
  };
}
