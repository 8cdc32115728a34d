/** A height below that of any line of words, in pixels. */
const LINE = 8;

/**
 * Whether somebody types over the drawn words of a block, and the typed words are as high as the drawn ones. Then the drawing,
 * whose words are hidden meanwhile, looks the same until it is made again. Called after a frame, when measuring costs no
 * layout.
 */
export function isTypedOver(block: string): boolean {
  const words = document.activeElement;
  const surface = words?.closest('[data-words]');
  if (!(words instanceof HTMLElement && surface instanceof HTMLElement)) return false;
  if (surface.closest('[data-block]')?.getAttribute('data-block') !== block) return false;
  const { empty, invitation } = surface.dataset;
  // An invitation to write is drawn in its own style.
  if ((empty === undefined) !== (invitation === '')) return false;
  return Math.abs(words.offsetHeight - Number.parseFloat(surface.style.height)) < LINE;
}
