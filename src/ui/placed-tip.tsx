import { Tooltip, type TooltipProps } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';

/** A tooltip beside its target, in no landmark and therefore hidden from screen readers; `id` describes the target. */
export function PlacedTip({
  target,
  id,
  label,
  position,
  className,
  onEnter,
  onLeave,
}: {
  target: RefObject<HTMLElement | null>;
  id: string;
  label: ReactNode;
  position: NonNullable<TooltipProps['position']>;
  className?: string | undefined;
  /** A mouse comes onto the tooltip, or leaves it. */
  onEnter: () => void;
  onLeave: () => void;
}) {
  return (
    <Tooltip
      opened
      target={target}
      // Mantine has an id of its own for the tooltip.
      label={<span id={id}>{label}</span>}
      position={position}
      aria-hidden="true"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      styles={{ tooltip: { pointerEvents: 'auto' } }}
      {...(className !== undefined && { classNames: { tooltip: className } })}
    />
  );
}
