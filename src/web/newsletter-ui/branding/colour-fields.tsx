import { paletteOf } from '#newsletter/values/branding.ts';
import { ColourField } from './colour-field.tsx';
import classes from './colour-fields.module.css';

/** The fields for the school's two colours. */
export function ColourFields({
  primary,
  secondary,
  onChange,
}: {
  /** As typed; empty if none is chosen. */
  primary: string;
  secondary: string;
  onChange: (change: { primary?: string; secondary?: string }) => void;
}) {
  const palette = paletteOf({ primary_color: primary || null, secondary_color: secondary || null });
  return (
    <div className={classes.colours}>
      <ColourField
        label="Primary colour"
        value={primary}
        used={palette.heading}
        purpose="headings"
        fallback="newsletters take our sky blue"
        onChange={(next) => onChange({ primary: next })}
      />
      <ColourField
        label="Secondary colour"
        value={secondary}
        used={palette.link}
        purpose="links"
        fallback="it goes with the primary one"
        onChange={(next) => onChange({ secondary: next })}
      />
    </div>
  );
}
