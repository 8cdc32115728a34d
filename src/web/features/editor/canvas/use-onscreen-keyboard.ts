import { type RefObject, useEffect } from 'react';

/** A smaller difference is a toolbar of the browser, not a keyboard; in pixels. */
const MIN_KEYBOARD_HEIGHT = 100;

/** Height of the buttons at the foot, in pixels. */
const FOOTER_HEIGHT = 60;

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
    const { visualViewport } = window;
    if (!visualViewport) return;
    const update = () => {
      const { current: place } = editor;
      if (place === null) return;
      // Measured on the page, as browsers differ on whether the window's height includes the keyboard. On a low screen
      // the editor may be higher than the window.
      const bottom = Math.min(place.getBoundingClientRect().bottom, document.documentElement.clientHeight);
      const covered = Math.round(bottom - visualViewport.offsetTop - visualViewport.height);
      // When zoomed in, the visual viewport is smaller without a keyboard.
      const isKeyboard = covered >= MIN_KEYBOARD_HEIGHT && visualViewport.scale < 1.05;
      place.toggleAttribute('data-keyboard', isKeyboard);
      place.style.setProperty('--covered', `${isKeyboard ? covered : 0}px`);
      raiseMessages(isKeyboard ? covered : 0);
      place.style.setProperty('--seen', `${Math.round(visualViewport.height)}px`);
      if (isKeyboard) showField(place);
    };
    visualViewport.addEventListener('resize', update);
    visualViewport.addEventListener('scroll', update);
    return () => {
      visualViewport.removeEventListener('resize', update);
      visualViewport.removeEventListener('scroll', update);
    };
  }, [editor]);
}

// Lower down, messages would hide the buttons.
function raiseMessages(covered: number): void {
  const height = `calc(${covered + FOOTER_HEIGHT}px + env(safe-area-inset-bottom))`;
  document.documentElement.style.setProperty('--toasts-above', height);
}

function showField(editor: HTMLElement): void {
  const { activeElement } = editor.ownerDocument;
  if (activeElement?.closest('[data-fields], [data-block]'))
    activeElement.scrollIntoView({ block: 'nearest' });
}
