/** The editor's keyboard shortcuts. Their descriptions are in `shortcut-list.tsx`, which is loaded lazily. */

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);
const CTRL = IS_APPLE ? '⌘' : 'Ctrl';
const ALT = IS_APPLE ? '⌥' : 'Alt';

/** The keys of each shortcut, as shown to people. */
export const KEYS = {
  save: [`${CTRL} S`],
  undo: [`${CTRL} Z`],
  redo: [`${CTRL} Shift Z`, `${CTRL} Y`],
  up: [`${ALT} Up`],
  down: [`${ALT} Down`],
  left: [`${ALT} Left`],
  right: [`${ALT} Right`],
  wide: [`${ALT} W`],
  add: [`${CTRL} Enter`],
  instead: ['/'],
  link: [`${CTRL} K`],
  format: [`${ALT} F10`],
  duplicate: [`${CTRL} D`],
  paste: [`${CTRL} V`],
  delete: ['Delete'],
  edit: ['Enter'],
  drag: ['Space'],
  close: ['Esc'],
  tiles: ['Ctrl 1'],
  canvas: ['Ctrl 2'],
  form: ['Ctrl 3'],
  region: ['F6', 'Shift F6'],
  help: [`${CTRL} /`],
} as const;
export type Shortcut = keyof typeof KEYS;

/** The shortcut's first keys for a tooltip: 'Alt Up'. In words, as not every font has arrows. */
export function keysOf(shortcut: Shortcut): string {
  return KEYS[shortcut][0];
}

/** The shortcut of a key press, if any. A field that has the focus keeps the keys that edit it. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  const isTyping = isTypingIn(event.target);
  const key = event.key.toLowerCase();
  if (key === 'f6') return 'region';
  if (key === 'f10' && event.altKey) return 'format';
  // By the key's place: some keyboards have digits behind Shift. Not with Apple's key for commands, which switches tabs.
  if (event.ctrlKey && !event.altKey && !event.shiftKey && REGION_KEYS.has(event.code))
    return REGION_KEYS.get(event.code) ?? null;
  if (event.ctrlKey || event.metaKey) {
    if (event.altKey) return null;
    if (key === 's') return 'save';
    if (key === '/') return 'help';
    // With Ctrl, Apple's fields delete a character.
    if (key === 'd' && !(isTyping && IS_APPLE && event.ctrlKey)) return 'duplicate';
    if (key === 'enter') return isTyping ? null : 'add';
    if (hasUndo(event.target)) return null;
    if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
    return key === 'y' ? 'redo' : null;
  }
  if (key === 'escape') return 'close';
  // By the key's place: with Alt, some keyboards type another letter.
  if (event.altKey && event.code === 'KeyW') return 'wide';
  if (isTyping) return null;
  if (event.altKey) return ARROWS.get(key) ?? null;
  // No letter or sign is a shortcut by itself: speech input types them.
  return key === 'delete' || key === 'backspace' ? 'delete' : null;
}

const REGION_KEYS: ReadonlyMap<string, Shortcut> = new Map([
  ['Digit1', 'tiles'],
  ['Digit2', 'canvas'],
  ['Digit3', 'form'],
]);

const ARROWS: ReadonlyMap<string, Shortcut> = new Map([
  ['arrowup', 'up'],
  ['arrowdown', 'down'],
  ['arrowleft', 'left'],
  ['arrowright', 'right'],
]);

/** Whether the target is a text field or a control that uses keys itself. */
export function isTypingIn(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [role="textbox"], [role="slider"]') !== null
  );
}

/** Whether the target undoes its own typing. Fields that are only chosen or ticked do not. */
function hasUndo(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !WITHOUT_UNDO.has(target.type);
  return isTypingIn(target);
}

const WITHOUT_UNDO = new Set(['radio', 'checkbox', 'button', 'color', 'file', 'range']);

/** Whether a paste goes to the focused element: a field, or a form that makes rows of it. */
export function takesPaste(target: EventTarget | null): boolean {
  return isTypingIn(target) || (target instanceof Element && target.closest('[data-takes-paste]') !== null);
}
