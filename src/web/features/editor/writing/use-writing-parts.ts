import { useEffect, useState } from 'react';

/** Loads what writing needs of the rich-text engine. */
export async function loadWritingParts() {
  const [{ WritingSurface }, { WritingTools }] = await Promise.all([
    import('./writing-surface.tsx'),
    import('./writing-tools.tsx'),
  ]);
  return { WritingSurface, WritingTools };
}

type WritingParts = Awaited<ReturnType<typeof loadWritingParts>>;
let loaded: WritingParts | null = null;

/** The parts that writing needs; null until they are loaded. */
export function useWritingParts(): { readonly parts: WritingParts | null; readonly hasFailed: boolean } {
  const [parts, setParts] = useState(loaded);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (loaded !== null) return;
    loadWritingParts().then(
      (module) => {
        loaded = module;
        setParts(module);
      },
      () => setFailed(true),
    );
  }, []);
  return { parts, hasFailed };
}
