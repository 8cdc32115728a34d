/** Finds the fields of a drawn block. */

/** The block in which a field’s words wrap: an inline element has no width of its own. */
export function blockOf(field: Element): Element {
  let block = field;
  while (getComputedStyle(block).display === 'inline' && block.parentElement !== null)
    block = block.parentElement;
  return block;
}

/** The path of the field whose words are drawn at a point of the window; null for none. */
export function fieldAt(
  root: ShadowRoot | null | undefined,
  { x, y }: { x: number; y: number },
): string | null {
  const found = [...(root?.querySelectorAll('[data-field]') ?? [])].find((field) => {
    const { left, top, right, bottom } = blockOf(field).getBoundingClientRect();
    return left <= x && x <= right && top <= y && y <= bottom;
  });
  return found?.getAttribute('data-field') ?? null;
}
