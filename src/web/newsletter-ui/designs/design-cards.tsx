import { IconCheck } from '@tabler/icons-react';
import { memo, type ReactNode, useId } from 'react';
import { useStore } from 'zustand';
import type { Design } from '#newsletter/designs/design.ts';
import { DESIGN_IDS, DESIGNS, type DesignId } from '#newsletter/designs/index.ts';
import type { Fragment } from '#newsletter/render/fragment.ts';
import { type Palette, paletteOf, type SchoolBranding } from '#newsletter/values/branding.ts';
import { shadowOf, showFragment } from '#web/newsletter-ui/renderer/shadow-slot.ts';
import classes from './design-cards.module.css';
import type { DesignPages } from './design-pages.ts';

/** The designs as a choice, each with a small picture of the same newsletter. */
export function DesignCards({
  label,
  pages,
  school,
  value,
  onChange,
  children,
}: {
  label: string;
  pages: DesignPages;
  school: Pick<SchoolBranding, 'primary_color' | 'secondary_color'>;
  value: DesignId;
  onChange: (design: DesignId) => void;
  /** Shown after the last card. */
  children?: ReactNode;
}) {
  const fragments = useStore(pages.pages);
  const palette = paletteOf(school);
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.cards}>
      {DESIGN_IDS.map((id) => (
        <label key={id} className={classes.card}>
          <input
            type="radio"
            className={`visually-hidden ${classes.input}`}
            name={name}
            checked={id === value}
            onChange={() => onChange(id)}
            aria-label={DESIGNS[id].label}
            aria-description={DESIGNS[id].purpose}
          />
          <Picture fragment={fragments.get(id) ?? null} ground={groundOf(DESIGNS[id], palette)} />
          <span className={classes.name} aria-hidden="true">
            {DESIGNS[id].label}
            <IconCheck className={classes.tick} size={18} stroke={2} />
          </span>
        </label>
      ))}
      {children}
    </div>
  );
}

function groundOf(design: Design, palette: Palette): string {
  return design.cards === null ? design.sheet : design.ground(palette);
}

/** The upper part of a newsletter, 600 px wide and scaled down. Decorative: the design's name is below it. */
const Picture = memo(function Picture({ fragment, ground }: { fragment: Fragment | null; ground: string }) {
  return (
    <span
      className={classes.picture}
      style={{ background: ground }}
      data-theme="light"
      aria-hidden="true"
      inert
    >
      <span className={classes.page}>
        <span
          ref={(host) => {
            if (host !== null && fragment !== null) showFragment(shadowOf(host), fragment);
          }}
          className={classes.host}
        />
      </span>
    </span>
  );
});
