import { columnCount, type LayoutType } from '#newsletter/document.ts';
import styles from './layout-picture.module.css';

/** What a layout card stands for: one of the layouts, or the newsletter that was made last. */
export type LayoutChoice = LayoutType | 'latest_template';

const PAGE = { left: 34, width: 92, top: 10, bottom: 110 } as const;
const INSET = 8;
const GUTTER = 6;

// The left column's share of the width, as in the newsletter itself.
const LEFT_SHARE = {
  one_column: 1,
  two_columns_center: 0.5,
  two_columns_left: 0.62,
  two_columns_right: 0.38,
} as const satisfies Record<LayoutType, number>;

/** A small drawing of a newsletter in this layout. Decoration: the card's title says the same. */
export function LayoutPicture({ layout }: { layout: LayoutChoice }) {
  return (
    <svg className={styles.picture} viewBox="0 0 160 104" aria-hidden="true" focusable="false">
      {layout === 'latest_template' && (
        <rect className={styles.behind} x="44" y="4" width="92" height="110" rx="4" />
      )}
      <rect
        className={styles.page}
        x={PAGE.left}
        y={PAGE.top}
        width={PAGE.width}
        height={PAGE.bottom}
        rx="4"
      />
      <rect className={styles.logo} x="64" y="16" width="32" height="7" rx="2" />
      <rect className={styles.bar} x={PAGE.left} y="28" width={PAGE.width} height="3" />
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
  const words = (y: number, share = 1) => (
    <rect className={styles.words} x={x} y={y} width={width * share} height="4" rx="2" />
  );
  if (pictureFirst) {
    return (
      <g>
        <rect className={styles.heading} x={x} y="38" width={width * 0.7} height="6" rx="2" />
        <rect className={styles.image} x={x} y="49" width={width} height="24" rx="2" />
        {words(79)}
        {words(87)}
        {words(95, 0.6)}
      </g>
    );
  }
  return (
    <g>
      <rect className={styles.box} x={x} y="38" width={width} height="20" rx="2" />
      {words(64)}
      {words(72, 0.7)}
      <rect className={styles.image} x={x} y="82" width={width} height="16" rx="2" />
    </g>
  );
}
