import { Tooltip, type TooltipProps } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';

/** A tooltip beside its target, outside all landmarks and therefore hidden from screen readers; `id` describes the target. */
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
  /** Called when a mouse enters or leaves the tooltip. */
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
