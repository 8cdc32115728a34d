import { type KeyboardEvent, type PointerEvent, type Ref, type SyntheticEvent, useId, useRef } from 'react';
import { CENTRE, type FocalPoint } from '#newsletter/values/picture.ts';
import classes from './focal-point.module.css';

/** How far an arrow key moves the point, in percent. */
const STEP = 5;
const MOVES: ReadonlyMap<string, readonly [axis: 'x' | 'y', by: number]> = new Map([
  ['ArrowLeft', ['x', -STEP]],
  ['ArrowRight', ['x', STEP]],
  ['ArrowUp', ['y', -STEP]],
  ['ArrowDown', ['y', STEP]],
]);

/**
 * A picture with its focal point, which stays in view when the picture is cropped. It can be clicked, dragged, or moved
 * with the arrow keys.
 */
export function FocalPointField({
  address,
  name,
  focus = CENTRE,
  onChange,
  onLoad,
  onError,
}: {
  address: string;
  /** Names the picture: 'image 2'. */
  name: string;
  focus: FocalPoint | undefined;
  /** Undefined for the centre. */
  onChange: (focus: FocalPoint | undefined) => void;
  onLoad?: (event: SyntheticEvent<HTMLElement>) => void;
  onError?: () => void;
}) {
  const hint = useId();
  const stage = useRef<HTMLDivElement>(null);
  const across = useRef<HTMLInputElement>(null);
  const down = useRef<HTMLInputElement>(null);
  const put = ({ x, y }: FocalPoint) => onChange(x === CENTRE.x && y === CENTRE.y ? undefined : { x, y });
  const pointer = usePointer(stage, put, () => across.current?.focus({ preventScroll: true }));
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const found = MOVES.get(event.key);
    if (found === undefined) return;
    const [axis, by] = found;
    event.preventDefault();
    // The slider that changes gets the focus, so that its value is read out.
    (axis === 'x' ? across : down).current?.focus();
    put({ ...focus, [axis]: within(focus[axis] + by) });
  };
  return (
    <fieldset className={classes.field} onKeyDown={move} {...pointer}>
      <legend className="visually-hidden">Focal point of {name}</legend>
      <div className={classes.back}>
        <div ref={stage} className={classes.stage}>
          <img src={address} alt="" draggable={false} onLoad={onLoad} onError={onError} />
          <span className={classes.point} data-point="" style={{ left: `${focus.x}%`, top: `${focus.y}%` }} />
        </div>
      </div>
      <Axis
        ref={across}
        label={`Focal point of ${name}, across`}
        value={focus.x}
        side="left"
        hint={hint}
        onChange={(x) => put({ ...focus, x })}
      />
      <Axis
        ref={down}
        label={`Focal point of ${name}, down`}
        value={focus.y}
        side="top"
        hint={hint}
        onChange={(y) => put({ ...focus, y })}
      />
      <p id={hint} className={classes.hint}>
        Point to what must stay in view where the photo is cut.
      </p>
    </fieldset>
  );
}

/** A slider for screen readers and the keyboard; only the point is visible. */
function Axis({
  ref,
  label,
  value,
  side,
  hint,
  onChange,
}: {
  ref: Ref<HTMLInputElement>;
  label: string;
  value: number;
  side: 'left' | 'top';
  /** The id of its description. */
  hint: string;
  onChange: (value: number) => void;
}) {
  return (
    <input
      ref={ref}
      className={classes.range}
      type="range"
      aria-label={label}
      aria-valuetext={`${value} % from the ${side}`}
      aria-describedby={hint}
      min={0}
      max={100}
      value={value}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  );
}

/** A press on the stage puts the point there. A mouse can drag from anywhere, a finger only the point: elsewhere it scrolls. */
function usePointer(
  stage: { readonly current: HTMLElement | null },
  put: (point: FocalPoint) => void,
  onPut: () => void,
) {
  const pressed = useRef<number | null>(null);
  const pointTo = ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
    const box = stage.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0 || box.height === 0) return;
    put({
      x: within(((clientX - box.left) / box.width) * 100),
      y: within(((clientY - box.top) / box.height) * 100),
    });
  };
  return {
    onPointerDown: ({ button, target, pointerId, pointerType }: PointerEvent<HTMLElement>) => {
      if (button !== 0 || !(target instanceof Element) || !stage.current?.contains(target)) return;
      pressed.current = pointerId;
      if (pointerType === 'mouse' || target.hasAttribute('data-point'))
        stage.current.setPointerCapture(pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (stage.current?.hasPointerCapture(event.pointerId)) pointTo(event);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (pressed.current !== event.pointerId) return;
      pressed.current = null;
      pointTo(event);
      onPut();
    },
    onPointerCancel: () => {
      pressed.current = null;
    },
  };
}

function within(percent: number): number {
  return Math.round(Math.min(100, Math.max(0, percent)));
}
