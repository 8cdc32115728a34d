import { focusFirstField } from './focus.ts';

/** The editor's regions, in the order in which F6 goes through them: elements with `data-region`. */
const REGIONS = ['tiles', 'canvas', 'form'] as const;
export type Region = (typeof REGIONS)[number];

/** The elements of a region that can have the focus, except those reached only by arrows. */
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled, [type="hidden"], [tabindex="-1"]), textarea, [contenteditable="true"]';

/** Focuses a region: the selected block on the canvas, otherwise its first field or element. False if the region is not there. */
export function focusRegion(region: Region): boolean {
  return placesOf(region).some((place) => {
    if (!place.checkVisibility()) return false;
    if (place.querySelector('[data-fields] [data-loading-field]') !== null) {
      focusFirstField();
      return true;
    }
    const target = region === 'canvas' ? blockIn(place) : firstIn(place);
    (target ?? place).focus();
    return place.contains(document.activeElement);
  });
}

/** Moves the focus to the next region that is there, or to the one before (-1). */
export function focusNextRegion(step: 1 | -1): void {
  const here = document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset.region;
  const order: readonly (string | undefined)[] = REGIONS;
  const at = order.indexOf(here);
  // From outside of the regions, forwards leads to the first and backwards to the last.
  const start = at === -1 && step === -1 ? REGIONS.length : at;
  for (let moved = 1; moved <= REGIONS.length; moved += 1) {
    const region = REGIONS.at((start + moved * step + REGIONS.length) % REGIONS.length);
    if (region !== undefined && focusRegion(region)) return;
  }
}

function placesOf(region: Region): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-region="${region}"]`)];
}

function blockIn(canvas: HTMLElement): HTMLElement | null {
  const selected = canvas.querySelector<HTMLElement>('[data-selected]');
  return (
    selected?.querySelector<HTMLElement>('[contenteditable="true"]') ??
    (selected ?? canvas).querySelector<HTMLElement>('[data-block] > button') ??
    canvas.querySelector<HTMLElement>('button')
  );
}

/** The first field of a region, or else its first element that does not close it. */
function firstIn(place: HTMLElement): HTMLElement | undefined {
  const parts = [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((each) => each.checkVisibility());
  return (
    parts.find((each) => each.closest('[data-fields]') !== null) ??
    parts.find((each) => each.dataset.closes === undefined) ??
    parts[0]
  );
}
