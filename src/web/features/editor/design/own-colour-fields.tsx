import { useState } from 'react';
import { inColours, type OwnColours, ownColoursSchema } from '#newsletter/designs/colours.ts';
import { paletteOf } from '#newsletter/values/branding.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { ColourField } from '#web/newsletter-ui/branding/colour-field.tsx';
import { LogoColourPairs } from '#web/newsletter-ui/branding/logo-colours.tsx';
import { useLogoColours } from '#web/newsletter-ui/branding/use-logo-colours.ts';
import { firstOwnColours } from './change-design.ts';
import { createColourRun } from './colour-run.ts';
import classes from './design-panel.module.css';

/** The typed colours, and the newsletter's colours that resulted from them. */
type Typed = OwnColours & { readonly of: OwnColours };

/** The fields for a newsletter's own colours, and the pairs that the school's logo proposes. */
export function OwnColourFields({ colours }: { colours: OwnColours }) {
  const { editing, school } = useTools();
  const [take] = useState(() => createColourRun(editing.store));
  const [typed, setTyped] = useState<Typed | null>(null);
  const swatches = useLogoColours(school.logo);
  // If they differ, Undo has changed the colours since.
  const shown = typed?.of === colours ? typed : colours;
  const change = (given: Partial<OwnColours>, field: keyof OwnColours | null) => {
    const words = { primary: shown.primary, secondary: shown.secondary, ...given };
    const { data: next } = ownColoursSchema.safeParse(words);
    const isNew =
      next !== undefined && (next.primary !== colours.primary || next.secondary !== colours.secondary);
    if (isNew) take(next, field);
    setTyped({ ...words, of: isNew ? next : colours });
  };
  const { heading, link } = paletteOf(inColours(school, colours));
  const schools = firstOwnColours(school);
  return (
    <div className={classes.own}>
      <ColourField
        label="Primary colour"
        value={shown.primary}
        used={heading}
        purpose="headings"
        fallback="the school’s"
        proposal={schools.primary}
        onChange={(primary) => change({ primary }, 'primary')}
      />
      <ColourField
        label="Secondary colour"
        value={shown.secondary}
        used={link}
        purpose="links"
        fallback="the school’s"
        proposal={schools.secondary}
        onChange={(secondary) => change({ secondary }, 'secondary')}
      />
      <LogoColourPairs
        swatches={swatches}
        chosen={shown}
        fillsFor={null}
        onChange={(pair) => change(pair, null)}
      />
    </div>
  );
}
