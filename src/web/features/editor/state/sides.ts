/** The two sides of the canvas, as they are seen. */
export type Side = 'left' | 'right';

/** The side on which a column stands: the first one is where reading begins. */
export function sideOf(column: number, isRightToLeft: boolean): Side {
  return (column === 0) === isRightToLeft ? 'right' : 'left';
}
