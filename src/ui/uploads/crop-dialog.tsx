import { ActionIcon, Button, Slider } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import 'react-easy-crop/react-easy-crop.css';
import '@mantine/core/styles/Slider.layer.css';
import classes from './crop-dialog.module.css';
import { type Frame, WHOLE_PICTURE } from './crop-picture.ts';
import {
  aspectOfSlider,
  DEFAULT_SHAPE,
  frameAspect,
  frameOfPercents,
  frameShape,
  SHAPES,
  type ShapeId,
  sliderOfAspect,
} from './crop-shapes.ts';
import { MoveButtons } from './move-buttons.tsx';

const MAX_ZOOM = 5;
const ZOOM_STEP = 0.25;
const CENTRED = { x: 0, y: 0 } as const;
const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** A dialog to crop a picture: shape, position (by dragging, arrow keys or buttons) and zoom. */
export function CropDialog({
  picture,
  frame,
  onCrop,
  onClose,
}: {
  /** The URL of the original picture. */
  picture: string;
  /** The current crop; null if there is none. */
  frame: Frame | null;
  onCrop: (frame: Frame) => void;
  onClose: () => void;
}) {
  const [originalAspect, setOriginalAspect] = useState<number | null>(null);
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Crop image"
      size={640}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {originalAspect === null ? (
        <img
          className={classes.measured}
          src={picture}
          alt=""
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setOriginalAspect(naturalWidth / naturalHeight)
          }
        />
      ) : (
        <CropForm
          picture={picture}
          originalAspect={originalAspect}
          frame={frame}
          onCrop={onCrop}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function CropForm({
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
  const [shape, setShape] = useState<ShapeId>(() =>
    frame === null ? DEFAULT_SHAPE : frameShape(frame, originalAspect),
  );
  const [free, setFree] = useState(() => frameAspect(frame ?? WHOLE_PICTURE, originalAspect));
  const [crop, setCrop] = useState<{ x: number; y: number }>(CENTRED);
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState(frame);
  const stage = useRef<HTMLDivElement>(null);
  const aspect = shape === 'free' ? free : shape === 'original' ? originalAspect : aspectOfShape(shape);
  const zoomTo = (next: number) => setZoom(Math.min(MAX_ZOOM, Math.max(1, next)));
  const percents = frame && {
    x: frame.x * 100,
    y: frame.y * 100,
    width: frame.width * 100,
    height: frame.height * 100,
  };
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
          aspect={aspect}
          keyboardStep={6}
          zoomWithScroll={false}
          disableAutomaticStylesInjection
          {...(percents && { initialCroppedAreaPercentages: percents })}
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
      <Shapes
        shape={shape}
        onShape={(next) => {
          if (next === 'free') setFree(aspect);
          setShape(next);
        }}
      />
      {shape === 'free' && (
        <div className={classes.line}>
          <span className={classes.name}>Tall</span>
          <Slider
            className={classes.slider ?? ''}
            thumbLabel="Shape, from tall to wide"
            min={0}
            max={100}
            label={null}
            thumbValueText={`${free.toFixed(2)} to 1`}
            value={sliderOfAspect(free)}
            onChange={(position) => setFree(aspectOfSlider(position))}
          />
          <span className={classes.name}>Wide</span>
        </div>
      )}
      <div className={classes.line}>
        <ActionIcon aria-label="Zoom out" onClick={() => zoomTo(zoom - ZOOM_STEP)}>
          <IconZoomOut {...icon} />
        </ActionIcon>
        <Slider
          className={classes.slider ?? ''}
          thumbLabel="Zoom"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          label={null}
          thumbValueText={`${Math.round(zoom * 100)}%`}
          value={zoom}
          onChange={zoomTo}
        />
        <ActionIcon aria-label="Zoom in" onClick={() => zoomTo(zoom + ZOOM_STEP)}>
          <IconZoomIn {...icon} />
        </ActionIcon>
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

function aspectOfShape(id: ShapeId): number {
  return SHAPES.find((shape) => shape.id === id)?.aspect ?? 1;
}

function Shapes({ shape, onShape }: { shape: ShapeId; onShape: (shape: ShapeId) => void }) {
  const name = useId();
  return (
    <fieldset className={classes.shapes}>
      <legend className="visually-hidden">Shape</legend>
      {SHAPES.map(({ id, label }) => (
        <label key={id} className={classes.shape}>
          <input type="radio" name={name} value={id} checked={id === shape} onChange={() => onShape(id)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
