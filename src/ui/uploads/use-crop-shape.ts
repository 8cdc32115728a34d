import { useState } from 'react';
import { type Frame, WHOLE_PICTURE } from './crop-picture.ts';
import { DEFAULT_SHAPE, frameAspect, frameShape, SHAPES, type ShapeId } from './crop-shapes.ts';

/** The chosen shape of a crop, and its aspect ratio. */
export interface CropShape {
  readonly id: ShapeId;
  readonly aspect: number;
  readonly choose: (id: ShapeId) => void;
  /** Changes the aspect ratio of the free shape. */
  readonly reshape: (aspect: number) => void;
}

/** The state of a crop's shape, which begins with that of the former crop. */
export function useCropShape(frame: Frame | null, originalAspect: number): CropShape {
  const [id, setId] = useState<ShapeId>(() =>
    frame === null ? DEFAULT_SHAPE : frameShape(frame, originalAspect),
  );
  const [free, setFree] = useState(() => frameAspect(frame ?? WHOLE_PICTURE, originalAspect));
  const aspect = id === 'free' ? free : id === 'original' ? originalAspect : fixedAspect(id);
  return {
    id,
    aspect,
    choose: (next) => {
      // The free shape begins with the aspect ratio of the shape before.
      if (next === 'free') setFree(aspect);
      setId(next);
    },
    reshape: setFree,
  };
}

function fixedAspect(id: ShapeId): number {
  return SHAPES.find((shape) => shape.id === id)?.aspect ?? 1;
}
