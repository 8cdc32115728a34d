import { IconCheck } from '@tabler/icons-react';
import { paletteOf } from '#newsletter/values/branding.ts';
import { contrast, MIN_CONTRAST, WHITE } from '#newsletter/values/colour.ts';
import classes from './school.module.css';

/** The contrast ratios of the text colours that newsletters derive from the two colours. */
export function ContrastVerdict({ primary, secondary }: { primary: string; secondary: string }) {
  const { heading, link, button, footer } = paletteOf({
    primary_color: primary || null,
    secondary_color: secondary || null,
  });
  const pairs = [
    { what: 'Headings', text: heading, background: WHITE },
    { what: 'Links', text: link, background: WHITE },
    { what: 'Buttons', text: button.text, background: button.background },
    { what: 'Footer', text: footer.text, background: footer.background },
  ];
  return (
    <section aria-labelledby="contrast">
      <h2 id="contrast" className={classes.label}>
        Easy to read?
      </h2>
      <ul className={classes.pairs}>
        {pairs.map(({ what, text, background }) => (
          <li key={what} className={classes.proof}>
            <span className={classes.sample} style={{ color: text, background }} aria-hidden="true">
              Aa
            </span>
            <span>
              {what} <strong>{ratioOf(text, background)}</strong>
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.verdict}>
        <IconCheck size={18} stroke={1.75} aria-hidden="true" />
        All at {MIN_CONTRAST}:1 or better: we adjust them where needed.
      </p>
    </section>
  );
}

// Rounded down, so that 4.46 is not shown as 4.5.
function ratioOf(text: string, background: string): string {
  return `${Math.floor(contrast(text, background) * 10) / 10}:1`;
}
