import { insteadOf, loadable } from '#ui/loadable.tsx';

/** A rich-text field with toolbar. By far the largest part of the editor, so it is loaded on demand. */
export const RichTextField = loadable(
  async () => (await import('./rich-text-input.tsx')).RichTextInput,
  insteadOf('text field'),
);
