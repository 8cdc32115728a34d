import { useWindowEvent } from '@mantine/hooks';
import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';
import { takesPaste } from '#web/features/editor/kernel/places/shortcuts.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { readClipboard } from './read-clipboard.ts';
import { sizeProblem } from './room.ts';

/** Pastes words and tables, with the pictures among them, as blocks where no field has the focus. */
export function usePasting(): void {
  const { editing } = useTools();
  const paste = (event: ClipboardEvent) => {
    const { clipboardData: data } = event;
    if (editing.isContributor || data === null || takesPaste(event.target)) return;
    const content = readClipboard(data);
    if (content.html.trim() === '' && content.text.trim() === '') return;
    if (document.querySelector('[aria-modal="true"], [role="dialog"]') !== null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const problem = sizeProblem(content);
    if (problem !== null) {
      toast.error(problem);
      return;
    }
    const focused = document.activeElement?.closest<HTMLElement>('[data-block]')?.dataset.block;
    const target = focused ?? editing.store.getState().selected;
    import('./paste-on-canvas.ts').then(
      ({ pasteOnCanvas }) => pasteOnCanvas(editing, content, target),
      () => toast.error('This could not be loaded, and nothing was pasted.', { action: RELOAD }),
    );
  };
  useWindowEvent('paste', paste, { capture: true });
}
