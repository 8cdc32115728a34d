import { ActionIcon, Slider } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import classes from './zoom-control.module.css';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** A slider for the zoom of a cropper between two buttons, which take larger steps and may exceed the range. */
export function ZoomControl({
  value,
  min,
  max,
  step,
  buttonStep,
  zoom,
  onChange,
}: {
  value: number;
  min: number;
  max: number;
  step: number;
  buttonStep: number;
  /** At 1 the picture fills the window exactly. */
  zoom: number;
  onChange: (value: number) => void;
}) {
  return (
    <>
      <ActionIcon aria-label="Zoom out" onClick={() => onChange(value - buttonStep)}>
        <IconZoomOut {...icon} />
      </ActionIcon>
      <Slider
        className={classes.slider ?? ''}
        thumbLabel="Zoom"
        min={min}
        max={max}
        step={step}
        label={null}
        thumbValueText={`${Math.round(zoom * 100)}%`}
        value={value}
        onChange={onChange}
      />
      <ActionIcon aria-label="Zoom in" onClick={() => onChange(value + buttonStep)}>
        <IconZoomIn {...icon} />
      </ActionIcon>
    </>
  );
}
