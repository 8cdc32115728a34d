import { useCallback } from 'react';
import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';

/** Opening a newsletter does not need it. */
export const loadPublishing = () => import('./publish-canvas.ts');

/** Asks what guests ask before publishing, or before it is planned for `when`; resolves to whether to publish. */
export function useAskBeforePublishing(): (when?: string) => Promise<boolean> {
  const { editing, guests, school } = useTools();
  return useCallback(
    async (when) => {
      const loading = guests.at('beforePublishing').map(({ contribution: load }) => load());
      // The code that publishes comes with them: whoever has answered is not refused then for want of it.
      const loaded = await Promise.all([Promise.all(loading), loadPublishing()]).catch(() => null);
      if (loaded === null) {
        toast.error('This could not be loaded. What you have typed is kept.', { action: RELOAD });
        return false;
      }
      const [questions] = loaded;
      for (const ask of questions) if (!(await ask({ editing, school }, when ?? null))) return false;
      return true;
    },
    [editing, guests, school],
  );
}
