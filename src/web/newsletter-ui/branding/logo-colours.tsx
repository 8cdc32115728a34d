import { useEffect } from 'react';
import classes from './logo-colours.module.css';
import { type ColourPair, pairsOf, type Swatch } from './logo-colours.ts';

type Change = (change: { primary?: string; secondary?: string }) => void;

/** Four pairs of a logo's colours. The first one fills empty fields when a logo has been chosen. */
export function LogoColourPairs({
  swatches,
  chosen,
  fillsFor,
  onChange,
}: {
  swatches: readonly Swatch[];
  chosen: ColourPair;
  /** The address of a new logo, whose colours fill empty fields; null for none. */
  fillsFor: string | null;
  onChange: Change;
}) {
  const pairs = pairsOf(swatches);
  useFilledOnce(fillsFor, swatches, chosen, onChange);
  if (pairs.length === 0) return null;
  return (
    <fieldset>
      <legend className={classes.label}>Colours from your logo</legend>
      <div className={classes.row}>
        {pairs.map((pair) => (
          <button
            key={`${pair.primary}${pair.secondary}`}
            type="button"
            className={classes.pair}
            style={{ background: `linear-gradient(90deg, ${pair.primary} 50%, ${pair.secondary} 50%)` }}
            aria-pressed={pair.primary === chosen.primary && pair.secondary === chosen.secondary}
            aria-label={`${nameIn(swatches, pair.primary)} with ${nameIn(swatches, pair.secondary)}`}
            onClick={() => onChange(pair)}
          />
        ))}
      </div>
    </fieldset>
  );
}

const SHADE_NAMES = { darker: 'a darker shade', lighter: 'a lighter shade' } as const;

function nameIn(swatches: readonly Swatch[], colour: string): string {
  const from = swatches.find((each) => each.colour === colour)?.from ?? 'logo';
  return from === 'logo' ? colour : `${SHADE_NAMES[from]}, ${colour}`;
}

/** The logos that have filled the fields already; outlives the component, for a step that is left and opened again. */
const filledFor = new Set<string>();

function useFilledOnce(
  logo: string | null,
  swatches: readonly Swatch[],
  { primary, secondary }: ColourPair,
  onChange: Change,
): void {
  useEffect(() => {
    const [first] = pairsOf(swatches);
    if (first === undefined || logo === null || filledFor.has(logo)) return;
    filledFor.add(logo);
    if (primary === '' || secondary === '')
      onChange({ primary: primary || first.primary, secondary: secondary || first.secondary });
  }, [logo, swatches, primary, secondary, onChange]);
}

/** Five colours of a logo, for one field. */
export function LogoSwatches({
  label,
  swatches,
  value,
  onChange,
}: {
  /** The label of the field. */
  label: string;
  swatches: readonly Swatch[];
  value: string;
  onChange: (colour: string) => void;
}) {
  if (swatches.length === 0) return null;
  return (
    <div className={classes.swatches}>
      {swatches.map(({ colour, from }) => (
        <button
          key={colour}
          type="button"
          className={classes.swatch}
          style={{ background: colour }}
          aria-pressed={colour === value}
          aria-label={`${label} ${from === 'logo' ? 'from your logo' : `as ${SHADE_NAMES[from]}`}: ${colour}`}
          title={from === 'logo' ? 'From your logo' : `As ${SHADE_NAMES[from]}`}
          onClick={() => onChange(colour)}
        />
      ))}
    </div>
  );
}
