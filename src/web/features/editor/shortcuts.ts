/** The editor's shortcuts. What they are for stands in their list, which comes later. */

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);
const CTRL = IS_APPLE ? '⌘' : 'Ctrl';
const ALT = IS_APPLE ? '⌥' : 'Alt';

/** How they are written. */
export const KEYS = {
  save: [`${CTRL} S`],
  undo: [`${CTRL} Z`],
  redo: [`${CTRL} Shift Z`, `${CTRL} Y`],
  up: [`${ALT} Up`],
  down: [`${ALT} Down`],
  left: [`${ALT} Left`],
  right: [`${ALT} Right`],
  duplicate: [`${CTRL} D`],
  paste: [`${CTRL} V`],
  delete: ['Delete'],
  edit: ['Enter'],
  carry: ['Space'],
  close: ['Esc'],
  help: ['?'],
} as const;
export type Shortcut = keyof typeof KEYS;

/** As a tooltip shows it: 'Alt Up'. In words: not every font has arrows. */
export function keysOf(shortcut: Shortcut): string {
  return KEYS[shortcut][0];
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
