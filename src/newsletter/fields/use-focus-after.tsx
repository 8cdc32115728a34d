import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** For forms in which a press takes away what had the focus: it goes on where a person would, not to nowhere. */
export function useFocusAfter(): {
  readonly form: RefObject<HTMLDivElement | null>;
  /** To the first of these that is there once the form is drawn anew: paths of fields, or null for its first field. */
  readonly focusAfter: (...paths: readonly (string | null)[]) => void;
} {
  const form = useRef<HTMLDivElement>(null);
  const wanted = useRef<readonly (string | null)[]>([]);
  useEffect(() => {
    const paths = wanted.current;
    wanted.current = [];
    for (const path of paths) {
      const place = path === null ? '[data-first-field]' : `[data-path="${path}"]`;
      const found = form.current?.querySelector<HTMLElement>(place);
      if (found) return found.focus();
    }
  });
  const focusAfter = useCallback((...paths: readonly (string | null)[]) => {
    wanted.current = paths;
  }, []);
  return { form, focusAfter };
}
