import { focusRegion, type Region } from '#web/features/editor/kernel/places/regions.ts';
import classes from './editor.module.css';

const SKIPS: readonly { readonly region: Region; readonly words: string }[] = [
  { region: 'tiles', words: 'Skip to the tiles' },
  { region: 'canvas', words: 'Skip to the newsletter' },
  { region: 'form', words: 'Skip to the form' },
];

/** Links past the heads, for people who use the keyboard. */
export function SkipLinks() {
  return (
    <nav aria-label="Skip within the editor" className={classes.skips}>
      {SKIPS.map(({ region, words }) => (
        <button key={region} type="button" className={classes.skip} onClick={() => focusRegion(region)}>
          {words}
        </button>
      ))}
    </nav>
  );
}
