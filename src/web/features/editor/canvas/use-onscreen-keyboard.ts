import { type RefObject, useEffect } from 'react';

/** A smaller difference is the browser's toolbar, not a keyboard; in pixels. */
const MIN_KEYBOARD_HEIGHT = 100;

/**
 * On phones the keyboard covers part of the page. Puts the covered and the visible height on the editor as `--covered`
 * and `--seen`, and keeps the focused field in view.
 */
export function useOnscreenKeyboard(editor: RefObject<HTMLElement | null>): void {
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

function showField(editor: HTMLElement): void {
  const { activeElement } = editor.ownerDocument;
  if (activeElement?.closest('[data-fields], [data-block]'))
    activeElement.scrollIntoView({ block: 'nearest' });
}
