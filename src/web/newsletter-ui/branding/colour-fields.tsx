import { paletteOf } from '#newsletter/values/branding.ts';
import { ColourField } from './colour-field.tsx';
import classes from './colour-fields.module.css';
import { LogoColourPairs, LogoSwatches } from './logo-colours.tsx';
import { useLogoColours } from './use-logo-colours.ts';

/** The fields for the school's two colours, with proposals from its logo. */
export function ColourFields({
  primary,
  secondary,
  logo,
  onChange,
}: {
  /** The text as typed; empty if no colour is chosen. */
  primary: string;
  secondary: string;
  /** The address of the logo; a new one fills empty fields, but only once: somebody who empties them wants no colour. */
  logo: { readonly address: string; readonly isNew: boolean } | null;
  onChange: (change: { primary?: string; secondary?: string }) => void;
}) {
  const palette = paletteOf({ primary_color: primary || null, secondary_color: secondary || null });
  const swatches = useLogoColours(logo?.address ?? null);
  return (
    <>
      <LogoColourPairs
        swatches={swatches}
        chosen={{ primary, secondary }}
        fillsFor={logo?.isNew ? logo.address : null}
        onChange={onChange}
      />
      <div className={classes.colours}>
        <div>
          <ColourField
            label="Primary colour"
            value={primary}
            used={palette.heading}
            purpose="headings"
            fallback="our sky blue"
            onChange={(next) => onChange({ primary: next })}
          />
          <LogoSwatches
            label="Primary colour"
            swatches={swatches}
            value={primary}
            onChange={(next) => onChange({ primary: next })}
          />
        </div>
        <div>
          <ColourField
            label="Secondary colour"
            value={secondary}
            used={palette.link}
            purpose="links"
            fallback="goes with the primary"
            onChange={(next) => onChange({ secondary: next })}
          />
          <LogoSwatches
            label="Secondary colour"
            swatches={swatches}
            value={secondary}
            onChange={(next) => onChange({ secondary: next })}
          />
        </div>
      </div>
    </>
  );
}
