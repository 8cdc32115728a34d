import { memo, type ReactNode, useCallback, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import type { BlockFormProps, PastedRows } from '#newsletter/blocks/block-editor.ts';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import type { Block, BlockType, BlockValues } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { SchoolDatesContext } from '#newsletter/fields/school-dates-context.tsx';
import { saveUnlessSelected } from '#web/features/editor/kernel/commands/commands.ts';
import { edit } from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { useBlockState, useTools } from '#web/features/editor/kernel/tools.tsx';
import { pasteRows } from '#web/features/editor/pasting/paste-rows.ts';
import { useBlockPhotos } from '#web/features/editor/photos/use-block-photos.ts';

/** The fields of a block, by the form of its type; `footer` takes what that has for the foot of the panel. */
export const BlockForm = memo(function BlockForm(props: {
  block: Block;
  problem: (path: string) => string | undefined;
  footer: HTMLElement | null;
}) {
  return <Form {...props} />;
});

/** The form of the block's type. */
function Form<Type extends BlockType>({
  block,
  problem,
  footer,
}: {
  block: Block<Type>;
  problem: (path: string) => string | undefined;
  footer: HTMLElement | null;
}) {
  const { editing, school } = useTools();
  const { name, type, value } = block;
  const change = useCallback(
    (next: BlockValues[Type]) => {
      act(editing.store, edit, name, next);
      saveUnlessSelected(editing, name);
    },
    [editing, name],
  );
  const Footer = useCallback(
    ({ children }: { children: ReactNode }) => footer && createPortal(children, footer),
    [footer],
  );
  const paste = useCallback(
    async (pasted: PastedRows<BlockValues[Type]>) => pasteRows(editing, name, pasted),
    [editing, name],
  );
  const pendingFiles = useMemo(() => editing.files.forBlock(name), [editing, name]);
  const photos = useBlockPhotos(name);
  const Fields: React.ComponentType<BlockFormProps<BlockValues[Type]>> = EDITORS[type].Form;
  const known = useStore(editing.schoolDates);
  const audience = useBlockState(name, ({ document }) => findBlock(document, name)?.audience);
  const dates = useMemo(() => ({ ...known, audience }), [known, audience]);
  return (
    <SchoolDatesContext value={dates}>
      <Fields
        value={value}
        onChange={change}
        problem={problem}
        Footer={Footer}
        droppedFiles={pendingFiles}
        photos={photos}
        language={school.language}
        onPaste={paste}
      />
    </SchoolDatesContext>
  );
}
