import { type RefObject, useEffect } from 'react';

/** A smaller difference is a toolbar of the browser, not a keyboard; in pixels. */
const LEAST_KEYBOARD = 100;

/** Height of the buttons at the foot, in pixels. */
const FOOT = 60;

/**
 * On phones the keyboard covers part of the page. Puts the covered and the visible height on the editor as `--covered`
 * and `--seen`, keeps the focused field in view, and raises messages above the keyboard and the buttons at the foot.
 */
export function useOnscreenKeyboard(editor: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    raiseMessages(0);
    return () => void document.documentElement.style.removeProperty('--toasts-above');
  }, []);
  useEffect(() => {
    const { visualViewport: seen } = window;
    if (!seen) return;
    const fit = () => {
      const { current: place } = editor;
      if (place === null) return;
      // Measured on the page, as browsers differ on whether the window's height includes the keyboard. On a low screen
      // the
      // editor may be higher than the window.
      const bottom = Math.min(place.getBoundingClientRect().bottom, document.documentElement.clientHeight);
      const covered = Math.round(bottom - seen.offsetTop - seen.height);
      // When zoomed in, the visual viewport is smaller without a keyboard.
      const isKeyboard = covered >= LEAST_KEYBOARD && seen.scale < 1.05;
      place.toggleAttribute('data-keyboard', isKeyboard);
      place.style.setProperty('--covered', `${isKeyboard ? covered : 0}px`);
      raiseMessages(isKeyboard ? covered : 0);
      place.style.setProperty('--seen', `${Math.round(seen.height)}px`);
      if (isKeyboard) showField(place);
    };
    seen.addEventListener('resize', fit);
    seen.addEventListener('scroll', fit);
    return () => {
      seen.removeEventListener('resize', fit);
      seen.removeEventListener('scroll', fit);
    };
  }, [editor]);
}

// Lower down, messages would hide the buttons.
function raiseMessages(covered: number): void {
  const height = `calc(${covered + FOOT}px + env(safe-area-inset-bottom))`;
  document.documentElement.style.setProperty('--toasts-above', height);
}

function showField(editor: HTMLElement): void {
  const { activeElement } = editor.ownerDocument;
  if (activeElement?.closest('[data-fields]')) activeElement.scrollIntoView({ block: 'nearest' });
}
