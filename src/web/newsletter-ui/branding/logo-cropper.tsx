import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { LOGO_ASPECT } from '#contract/school.ts';
import { MoveButtons } from '#ui/uploads/move-buttons.tsx';
import { ZoomControl } from '#ui/uploads/zoom-control.tsx';
import type { ChosenLogo } from './chosen-logo.ts';
import { type CropFrame, type Size, ZOOM_RANGE } from './crop.ts';
import classes from './logo-cropper.module.css';
import { useCropView } from './use-crop-view.ts';

/** The window's share of the cropper's width. The margin shows the parts that are cropped away. */
const WINDOW_SHARE = 0.86;

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
  const { view, least, level, show, open, touch, reportFrame, zoomTo } = useCropView(
    logo.frame,
    window,
    onFrame,
  );
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
            onInteractionStart={touch}
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
        <ZoomControl
          value={level}
          min={0}
          max={100}
          step={1}
          buttonStep={10}
          zoom={view.zoom / least}
          onChange={zoomTo}
        />
        <span className={classes.beside}>{children}</span>
      </div>
    </div>
  );
}

function windowIn(width: number): Size {
  const unit = Math.max(1, Math.floor((width * WINDOW_SHARE) / LOGO_ASPECT.width));
  return { width: unit * LOGO_ASPECT.width, height: unit * LOGO_ASPECT.height };
}
