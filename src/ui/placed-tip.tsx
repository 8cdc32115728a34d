import { Tooltip, type TooltipProps } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';

/** A tooltip beside its target, in no landmark and therefore hidden from screen readers; `id` describes the target. */
export function PlacedTip({
  target,
  id,
  label,
  position,
  className,
}: {
  target: RefObject<HTMLElement | null>;
  id: string;
  label: ReactNode;
  position: NonNullable<TooltipProps['position']>;
  className?: string | undefined;
}) {
  return (
    <Tooltip
      opened
      target={target}
      // Mantine has an id of its own for the tooltip.
      label={<span id={id}>{label}</span>}
      position={position}
      aria-hidden="true"
      {...(className !== undefined && { classNames: { tooltip: className } })}
    />
  );
}
