import { useRef, useState } from 'react';
import {
  type CropFrame,
  type CropView,
  frameOfView,
  minZoom,
  type Size,
  viewOfFrame,
  ZOOM_RANGE,
} from './crop.ts';

const UNMOVED: CropView = { crop: { x: 0, y: 0 }, zoom: 1 };

/** The view of a picture in a cropper's window. It begins with `frame`; `onFrame` gets the frame after each move by the user. */
export function useCropView(frame: CropFrame, window: Size, onFrame: (frame: CropFrame) => void) {
  const [picture, setPicture] = useState<Size | null>(null);
  const [view, setView] = useState(UNMOVED);
  // The cropper may report several changes between two renders; each builds on the one before.
  const latest = useRef(UNMOVED);
  const moved = useRef(false);
  const stage = picture && { picture, window };
  const least = stage ? minZoom(stage) : 1;
  const touch = () => {
    moved.current = true;
  };
  const show = (change: Partial<CropView>) => {
    latest.current = { ...latest.current, ...change };
    setView(latest.current);
  };
  return {
    view,
    /** The zoom at which the whole picture just fits. */
    least,
    /** The zoom on a scale from 0 to 100. */
    level: Math.round((Math.log(view.zoom / least) / Math.log(ZOOM_RANGE)) * 100),
    show,
    /** Called with the picture's size on the screen. */
    open: (size: Size) => {
      if (picture === null) show(viewOfFrame(frame, { picture: size, window }));
      setPicture({ width: size.width, height: size.height });
    },
    touch,
    // Ignores events from before the first interaction, when the cropper only measures itself.
    reportFrame: () => {
      if (stage && moved.current) onFrame(frameOfView(latest.current, stage));
    },
    zoomTo: (level: number) => {
      touch();
      show({ zoom: least * ZOOM_RANGE ** (Math.min(100, Math.max(0, level)) / 100) });
    },
  };
}
