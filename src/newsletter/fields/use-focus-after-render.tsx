import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Moves the focus after an action that removes the focused element. */
export function useFocusAfterRender(): {
  readonly form: RefObject<HTMLDivElement | null>;
  /** Focuses the first of these fields that exists, after the next render. Null is the form's first field. */
  readonly focusAfterRender: (...paths: readonly (string | null)[]) => void;
} {
  const form = useRef<HTMLDivElement>(null);
  const wanted = useRef<readonly (string | null)[]>([]);
  useEffect(() => {
    const paths = wanted.current;
    wanted.current = [];
    for (const path of paths) {
      const selector = path === null ? '[data-first-field]' : `[data-path="${path}"]`;
      const found = form.current?.querySelector<HTMLElement>(selector);
      if (found) return found.focus();
    }
  });
  const focusAfterRender = useCallback((...paths: readonly (string | null)[]) => {
    wanted.current = paths;
  }, []);
  return { form, focusAfterRender };
}
