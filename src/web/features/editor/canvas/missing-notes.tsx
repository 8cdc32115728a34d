import type { ComponentProps } from 'react';
import { useStore } from 'zustand';
import type { Block } from '#newsletter/document/document.ts';
import { loadable, Nothing } from '#ui/loadable.tsx';
import { useShownBlock, useTools } from '#web/features/editor/kernel/tools.tsx';

/** Loaded lazily, as most newsletters have no deleted files. The check says the same. */
export const FileNotes = loadable(async () => (await import('./file-notes.tsx')).FileNotes, Nothing);

/** A note for each deleted file of a block. */
export function MissingNotes({ block, className }: { block: Block; className?: string | undefined }) {
  const missing = useStore(useTools().editing.missing);
  return missing.size > 0 && <ShownFileNotes block={block} missing={missing} className={className} />;
}

function ShownFileNotes({ block, ...rest }: ComponentProps<typeof FileNotes>) {
  return <FileNotes block={useShownBlock(block)} {...rest} />;
}
