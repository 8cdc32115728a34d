import { type RefObject, useEffect } from 'react';

/** Less than this is a bar of the browser coming and going, not a keyboard; in pixels. */
const LEAST_KEYBOARD = 100;

/** Height of a sheet's buttons, or of the one that opens the picker, in pixels. */
const FOOT = 60;

/**
 * On phones the keyboard comes over the page: the part that it covers, and the height that is left, are put on the
 * editor as `--covered` and `--seen`, and the field that is typed in stays in sight. Messages stand above it, and above the
 * buttons at the foot.
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
      // Measured on the page: what a browser calls the window's height includes the keyboard here and not there. On a
      // low screen the editor may reach beyond it.
      const bottom = Math.min(place.getBoundingClientRect().bottom, document.documentElement.clientHeight);
      const covered = Math.round(bottom - seen.offsetTop - seen.height);
      // Who has zoomed in sees a part of the page, and no keyboard need be there.
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

// Lower, they would hide what is to be pressed next.
function raiseMessages(covered: number): void {
  const height = `calc(${covered + FOOT}px + env(safe-area-inset-bottom))`;
  document.documentElement.style.setProperty('--toasts-above', height);
}

function showField(editor: HTMLElement): void {
  const { activeElement } = editor.ownerDocument;
  if (activeElement?.closest('[data-fields]')) activeElement.scrollIntoView({ block: 'nearest' });
}
