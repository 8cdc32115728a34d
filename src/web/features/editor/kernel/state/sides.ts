/** The visual sides of the canvas. */
export type Side = 'left' | 'right';

/** The side of a column: the first column is on the side where reading begins. */
export function sideOf(column: number, isRightToLeft: boolean): Side {
  return (column === 0) === isRightToLeft ? 'right' : 'left';
}
