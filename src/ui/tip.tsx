import type { TooltipProps } from '@mantine/core';
import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { loadable, Nothing } from './loadable.tsx';

/** How long a mouse must rest on a button before its tooltip opens, in milliseconds. */
const DELAY = 400;
/** How long a mouse may take from the button to its tooltip, in milliseconds; people with magnified screens move onto it (WCAG 1.4.13). */
const LEAVE = 200;

const PlacedTip = loadable(
  async () => (await import('./placed-tip.tsx')).PlacedTip,
  // A button has a name without its tooltip.
  Nothing,
);

/** The props that `Tip` needs from the button inside it. */
interface TargetProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly onPointerEnter?: (event: PointerEvent) => void;
  readonly onPointerLeave?: (event: PointerEvent) => void;
  readonly onPointerDown?: (event: PointerEvent) => void;
  readonly onFocus?: (event: FocusEvent) => void;
  readonly onBlur?: (event: FocusEvent) => void;
}

/**
 * A button's tooltip for mouse and keyboard, which Escape closes. The button's ref and the handlers of `TargetProps`
 * are set here. Mantine's tooltip is loaded when the first one opens: its positioning code is larger than all buttons
 * of the editor.
 */
export function Tip({
  label,
  position = 'top',
  className,
  children,
}: {
  label: ReactNode;
  position?: NonNullable<TooltipProps['position']>;
  className?: string | undefined;
  children: ReactElement<TargetProps>;
}) {
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  const close = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const leave = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(false), LEAVE);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    window.addEventListener('keydown', closeOnEscape, true);
    return () => window.removeEventListener('keydown', closeOnEscape, true);
  }, [isOpen]);
  const { 'aria-describedby': described, 'aria-label': name = label } = children.props;
  // A label that is already the button's name is not repeated.
  const isDescribed = isOpen && label !== name;
  return (
    <>
      {cloneElement(children, {
        ref: target,
        'aria-describedby': [described, isDescribed && id].filter(Boolean).join(' ') || undefined,
        onPointerEnter: ({ pointerType }) => {
          clearTimeout(timer.current);
          if (pointerType === 'mouse') timer.current = setTimeout(() => setOpen(true), DELAY);
        },
        onPointerLeave: leave,
        onPointerDown: close,
        onFocus: ({ target: focused }) => setOpen(focused.matches(':focus-visible')),
        onBlur: close,
      })}
      {isOpen && (
        <PlacedTip
          target={target}
          id={id}
          label={label}
          position={position}
          className={className}
          onEnter={() => clearTimeout(timer.current)}
          onLeave={leave}
        />
      )}
    </>
  );
}
