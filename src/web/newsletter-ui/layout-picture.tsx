import { columnCount, type LayoutType } from '#newsletter/document/document.ts';
import classes from './layout-picture.module.css';

/** A layout, or a copy of the newest newsletter. */
export type LayoutChoice = LayoutType | 'latest_template';

const PAGE = { left: 34, width: 92, top: 8, bottom: 110 } as const;
const INSET = 8;
const GUTTER = 6;

// The left column's share of the width, as in newsletters.
const LEFT_SHARE = {
  one_column: 1,
  two_columns_center: 0.5,
  two_columns_left: 0.62,
  two_columns_right: 0.38,
} as const satisfies Record<LayoutType, number>;

/** A small drawing of a layout. Decorative: the card's title names the layout. */
export function LayoutPicture({ layout }: { layout: LayoutChoice }) {
  return (
    <svg className={classes.picture} viewBox="0 0 160 92" aria-hidden="true" focusable="false">
      {layout === 'latest_template' && (
        <rect className={classes.behind} x="44" y="3" width="92" height="110" rx="4" />
      )}
      <rect
        className={classes.page}
        x={PAGE.left}
        y={PAGE.top}
        width={PAGE.width}
        height={PAGE.bottom}
        rx="4"
      />
      <rect className={classes.logo} x="64" y="13" width="32" height="7" rx="2" />
      <rect className={classes.bar} x={PAGE.left} y="24" width={PAGE.width} height="3" />
      {columnsOf(layout === 'latest_template' ? 'two_columns_left' : layout).map(({ x, width }, index) => (
        <Column key={x} x={x} width={width} pictureFirst={index === 0} />
      ))}
    </svg>
  );
}

function columnsOf(layout: LayoutType): { x: number; width: number }[] {
  const x = PAGE.left + INSET;
  const all = PAGE.width - 2 * INSET;
  if (columnCount(layout) === 1) return [{ x, width: all }];
  const left = (all - GUTTER) * LEFT_SHARE[layout];
  return [
    { x, width: left },
    { x: x + left + GUTTER, width: all - GUTTER - left },
  ];
}

function Column({ x, width, pictureFirst }: { x: number; width: number; pictureFirst: boolean }) {
  const textLine = (y: number, share = 1) => (
    <rect className={classes.words} x={x} y={y} width={width * share} height="4" rx="2" />
  );
  if (pictureFirst) {
    return (
      <g>
        <rect className={classes.heading} x={x} y="33" width={width * 0.7} height="6" rx="2" />
        <rect className={classes.image} x={x} y="44" width={width} height="22" rx="2" />
        {textLine(71)}
        {textLine(79)}
        {textLine(87, 0.6)}
      </g>
    );
  }
  return (
    <g>
      <rect className={classes.box} x={x} y="33" width={width} height="18" rx="2" />
      {textLine(56)}
      {textLine(64, 0.7)}
      <rect className={classes.image} x={x} y="74" width={width} height="18" rx="2" />
    </g>
  );
}
