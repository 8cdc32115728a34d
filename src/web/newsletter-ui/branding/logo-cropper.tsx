import { ActionIcon, Slider } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { LOGO_ASPECT } from '#contract/school.ts';
import { MoveButtons } from '#ui/uploads/move-buttons.tsx';
import type { ChosenLogo } from './chosen-logo.ts';
import {
  type CropFrame,
  type CropView,
  frameOfView,
  minZoom,
  type Size,
  viewOfFrame,
  ZOOM_RANGE,
} from './crop.ts';
import classes from './logo-cropper.module.css';

/** The window's share of the cropper's width. The margin shows what is cropped away. */
const WINDOW_SHARE = 0.86;
const UNMOVED: CropView = { crop: { x: 0, y: 0 }, zoom: 1 };
const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Crops a picture to the logo: dragging, arrow keys or buttons move it, slider or buttons zoom. */
export function LogoCropper({
  logo,
  onFrame,
  children,
}: {
  logo: ChosenLogo;
  onFrame: (frame: CropFrame) => void;
  /** Shown beside the zoom controls. */
  children: ReactNode;
}) {
  const { ref, width } = useElementSize();
  const stageElement = useRef<HTMLDivElement>(null);
  const stageRef = useMergedRef(ref, stageElement);
  const window = windowIn(width);
  const [picture, setPicture] = useState<Size | null>(null);
  const [view, setView] = useState(UNMOVED);
  // The cropper may report several changes between two renders; each builds on the one before.
  const latest = useRef(UNMOVED);
  const moved = useRef(false);
  const stage = picture && { picture, window };
  const least = stage ? minZoom(stage) : 1;

  const show = (change: Partial<CropView>) => {
    latest.current = { ...latest.current, ...change };
    setView(latest.current);
  };
  const open = (size: Size) => {
    if (picture === null) show(viewOfFrame(logo.frame, { picture: size, window }));
    setPicture({ width: size.width, height: size.height });
  };
  // Ignores events from before the first interaction, when the cropper only measures itself.
  const reportFrame = () => {
    if (stage && moved.current) onFrame(frameOfView(latest.current, stage));
  };
  const zoomTo = (level: number) => {
    moved.current = true;
    show({ zoom: least * ZOOM_RANGE ** (Math.min(100, Math.max(0, level)) / 100) });
  };
  const level = Math.round((Math.log(view.zoom / least) / Math.log(ZOOM_RANGE)) * 100);

  return (
    <div>
      <div ref={stageRef} className={classes.stage}>
        {width > 0 && (
          <Cropper
            key={logo.picture}
            image={logo.picture}
            crop={view.crop}
            zoom={view.zoom}
            minZoom={least}
            maxZoom={least * ZOOM_RANGE}
            aspect={LOGO_ASPECT.width / LOGO_ASPECT.height}
            cropSize={window}
            zoomWithScroll={false}
            keyboardStep={4}
            disableAutomaticStylesInjection
            classes={{ cropAreaClassName: classes.window ?? '' }}
            mediaProps={{ alt: '' }}
            cropperProps={{
              role: 'application',
              'aria-label': 'Logo, move it with the arrow keys',
            }}
            setMediaSize={open}
            onInteractionStart={() => {
              moved.current = true;
            }}
            onCropChange={(crop) => show({ crop })}
            onZoomChange={(zoom) => show({ zoom })}
            onCropComplete={reportFrame}
          />
        )}
        <span className={classes.aspect} aria-hidden="true">
          {LOGO_ASPECT.width}:{LOGO_ASPECT.height}
        </span>
      </div>
      <MoveButtons stage={stageElement} />
      <div className={classes.zoom}>
        <ActionIcon aria-label="Zoom out" onClick={() => zoomTo(level - 10)}>
          <IconZoomOut {...icon} />
        </ActionIcon>
        <Slider
          className={classes.slider ?? ''}
          thumbLabel="Zoom"
          min={0}
          max={100}
          step={1}
          label={null}
          thumbValueText={`${Math.round((view.zoom / least) * 100)}%`}
          value={level}
          onChange={zoomTo}
        />
        <ActionIcon aria-label="Zoom in" onClick={() => zoomTo(level + 10)}>
          <IconZoomIn {...icon} />
        </ActionIcon>
        <span className={classes.beside}>{children}</span>
      </div>
    </div>
  );
}

function windowIn(width: number): Size {
  const unit = Math.max(1, Math.floor((width * WINDOW_SHARE) / LOGO_ASPECT.width));
  return { width: unit * LOGO_ASPECT.width, height: unit * LOGO_ASPECT.height };
}
