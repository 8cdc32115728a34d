import type { ComponentProps } from 'react';
import { useOpenedAfterMount } from '#ui/use-opened-after-mount.ts';
import { DesignDialog } from '#web/features/editor/design/design-dialog.tsx';
import { LayoutDialog } from '#web/features/editor/header/layout-dialog.tsx';
import { ConflictDialog } from '#web/features/editor/merging/conflict-dialog.tsx';
import { ReadThroughDialog } from '#web/features/editor/reading/read-through-dialog.tsx';
import { ShortcutList } from './shortcut-list.tsx';

/** The editor's dialogs. */
export function Dialogs({
  layout,
  help,
  design,
  reading,
}: {
  layout: ComponentProps<typeof LayoutDialog>;
  help: ComponentProps<typeof ShortcutList>;
  design: ComponentProps<typeof DesignDialog>;
  reading: ComponentProps<typeof ReadThroughDialog>;
}) {
  const isMounted = useOpenedAfterMount(true);
  return (
    <>
      <ShortcutList {...help} isOpen={isMounted && help.isOpen} />
      <LayoutDialog {...layout} isOpen={isMounted && layout.isOpen} />
      <DesignDialog {...design} isOpen={isMounted && design.isOpen} />
      <ReadThroughDialog {...reading} isOpen={isMounted && reading.isOpen} />
      <ConflictDialog />
    </>
  );
}
