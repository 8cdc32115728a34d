/** The editor's shortcuts: what they are for, and how they are written. */

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);
const CTRL = IS_APPLE ? '⌘' : 'Ctrl';
const ALT = IS_APPLE ? '⌥' : 'Alt';

/** In the order in which the list shows them. */
export const SHORTCUTS = {
  save: { words: 'Save draft', keys: [`${CTRL} S`] },
  undo: { words: 'Undo', keys: [`${CTRL} Z`] },
  redo: { words: 'Redo', keys: [`${CTRL} Shift Z`, `${CTRL} Y`] },
  up: { words: 'Move the block up', keys: [`${ALT} Up`] },
  down: { words: 'Move the block down', keys: [`${ALT} Down`] },
  left: { words: 'Move it to the left column', keys: [`${ALT} Left`] },
  right: { words: 'Move it to the right column', keys: [`${ALT} Right`] },
  duplicate: { words: 'Duplicate the block', keys: [`${CTRL} D`] },
  paste: { words: 'Paste a picture or a file', keys: [`${CTRL} V`] },
  delete: { words: 'Delete the block', keys: ['Delete'] },
  edit: { words: 'Edit the block that has the focus', keys: ['Enter'] },
  carry: { words: 'Pick up a block or a tile, then arrows, then drop it', keys: ['Space'] },
  close: { words: 'Close the field editor, or put back what you carry', keys: ['Esc'] },
  help: { words: 'This list', keys: ['?'] },
} as const;
export type Shortcut = keyof typeof SHORTCUTS;

/** As a tooltip shows it: 'Alt Up'. In words: not every font has arrows. */
export function keysOf(shortcut: Shortcut): string {
  return SHORTCUTS[shortcut].keys[0];
}

/** The shortcut that a key press means, if any. `isTyping`: the focus is in a text, which keeps its own keys. */
export function shortcutOf(event: KeyboardEvent, isTyping: boolean): Shortcut | null {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (event.altKey) return null;
    if (key === 's') return 'save';
    if (isTyping) return null;
    if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
    if (key === 'y') return 'redo';
    return key === 'd' ? 'duplicate' : null;
  }
  if (key === 'escape') return 'close';
  if (isTyping) return null;
  if (event.altKey) return ARROWS.get(key) ?? null;
  if (key === 'delete' || key === 'backspace') return 'delete';
  return key === '?' ? 'help' : null;
}

const ARROWS: ReadonlyMap<string, Shortcut> = new Map([
  ['arrowup', 'up'],
  ['arrowdown', 'down'],
  ['arrowleft', 'left'],
  ['arrowright', 'right'],
]);

/** Whether keys that are pressed here belong to a text or a control of its own. */
export function isTypingIn(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [role="textbox"], [role="slider"]') !== null
  );
}
