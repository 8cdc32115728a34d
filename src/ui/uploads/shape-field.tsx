import { Slider } from '@mantine/core';
import { useId } from 'react';
import '@mantine/core/styles/Slider.layer.css';
import classes from './crop-dialog.module.css';
import { aspectOfSlider, SHAPES, sliderOfAspect } from './crop-shapes.ts';
import type { CropShape } from './use-crop-shape.ts';

/** The choice of a shape, with a slider for the free one. */
export function ShapeField({ shape }: { shape: CropShape }) {
  return (
    <>
      <Shapes shape={shape} />
      {shape.id === 'free' && (
        <div className={classes.line}>
          <span className={classes.name}>Tall</span>
          <Slider
            className={classes.slider ?? ''}
            thumbLabel="Shape, from tall to wide"
            min={0}
            max={100}
            label={null}
            thumbValueText={`${shape.aspect.toFixed(2)} to 1`}
            value={sliderOfAspect(shape.aspect)}
            onChange={(position) => shape.reshape(aspectOfSlider(position))}
          />
          <span className={classes.name}>Wide</span>
        </div>
      )}
    </>
  );
}

function Shapes({ shape }: { shape: CropShape }) {
  const name = useId();
  return (
    <fieldset className={classes.shapes}>
      <legend className="visually-hidden">Shape</legend>
      {SHAPES.map(({ id, label }) => (
        <label key={id} className={classes.shape}>
          <input
            type="radio"
            name={name}
            value={id}
            checked={id === shape.id}
            onChange={() => shape.choose(id)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
