/** Less than any line of words is high, in pixels. */
const LINE = 8;

/**
 * Whether somebody types over the drawn words of a block, and what they have typed has the room there that the block was
 * drawn with. Then the drawing, whose words are hidden meanwhile, looks the same until it is made again. Asked after a frame,
 * when measuring costs no layout.
 */
export function isTypedOver(block: string): boolean {
  const words = document.activeElement;
  const surface = words?.closest('[data-words]');
  if (!(words instanceof HTMLElement && surface instanceof HTMLElement)) return false;
  if (surface.closest('[data-block]')?.getAttribute('data-block') !== block) return false;
  const { empty, invitation } = surface.dataset;
  // An invitation to write is drawn in a look of its own.
  if ((empty === undefined) !== (invitation === '')) return false;
  return Math.abs(words.offsetHeight - Number.parseFloat(surface.style.height)) < LINE;
}
