import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import classes from './crop-dialog.module.css';
import type { Frame } from './crop-picture.ts';
import { frameOfPercents, percentsOfFrame } from './crop-shapes.ts';
import { MoveButtons } from './move-buttons.tsx';
import { ShapeField } from './shape-field.tsx';
import { useCropShape } from './use-crop-shape.ts';
import { ZoomControl } from './zoom-control.tsx';

const MAX_ZOOM = 5;
const CENTRED = { x: 0, y: 0 } as const;

/** Shape, position and zoom of a crop. */
export function CropForm({
  picture,
  originalAspect,
  frame,
  onCrop,
  onClose,
}: {
  picture: string;
  /** The aspect ratio of the original. */
  originalAspect: number;
  frame: Frame | null;
  onCrop: (frame: Frame) => void;
  onClose: () => void;
}) {
  const shape = useCropShape(frame, originalAspect);
  const [crop, setCrop] = useState<{ x: number; y: number }>(CENTRED);
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState(frame);
  const stage = useRef<HTMLDivElement>(null);
  return (
    <form
      className={classes.form}
      // In React's tree this form is inside the block's form, which must not be submitted. The dialog itself needs Tab.
      onKeyDown={(event) => {
        if (event.key !== 'Tab') event.stopPropagation();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (area !== null) onCrop(area);
      }}
    >
      <div ref={stage} className={classes.stage}>
        <Cropper
          image={picture}
          crop={crop}
          zoom={zoom}
          minZoom={1}
          maxZoom={MAX_ZOOM}
          aspect={shape.aspect}
          keyboardStep={6}
          zoomWithScroll={false}
          disableAutomaticStylesInjection
          {...(frame && { initialCroppedAreaPercentages: percentsOfFrame(frame) })}
          classes={{ cropAreaClassName: classes.window ?? '' }}
          mediaProps={{ alt: '' }}
          cropperProps={{
            role: 'application',
            'aria-label': 'Part of the image, move it with the arrow keys',
          }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(percent) => setArea(frameOfPercents(percent))}
        />
      </div>
      <MoveButtons stage={stage} />
      <ShapeField shape={shape} />
      <div className={classes.line}>
        <ZoomControl
          value={zoom}
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          buttonStep={0.25}
          zoom={zoom}
          onChange={(next) => setZoom(Math.min(MAX_ZOOM, Math.max(1, next)))}
        />
      </div>
      <div className={classes.answers}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={area === null}>
          Crop image
        </Button>
      </div>
    </form>
  );
}
