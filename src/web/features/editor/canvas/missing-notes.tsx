import { useStore } from 'zustand';
import { missingIn } from '#newsletter/check/files.ts';
import type { Block } from '#newsletter/document/document.ts';
import { useTools } from '#web/features/editor/editor-context.tsx';

/** A note for each deleted file of a block: 'This picture was deleted. Choose another.' */
export function MissingNotes({ block, className }: { block: Block; className: string | undefined }) {
  const missing = useStore(useTools().editing.missing);
  const messages = missingIn(block, missing).map(({ message }) => message);
  return [...new Set(messages)].map((message) => (
    <p key={message} className={className}>
      {message}
    </p>
  ));
}
