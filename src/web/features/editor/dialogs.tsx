import type { ComponentProps } from 'react';
import { useOpenedAfterMount } from '#ui/use-opened-after-mount.ts';
import { DesignDialog } from '#web/features/editor/design/design-dialog.tsx';
import { PublishQuestion } from '#web/features/editor/guests/check/publish-question.tsx';
import type { usePublishQuestion } from '#web/features/editor/guests/check/use-publish-question.ts';
import { CarriedOverQuestion } from '#web/features/editor/guests/next-issue/carried-over-question.tsx';
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
  question,
}: {
  layout: ComponentProps<typeof LayoutDialog>;
  help: ComponentProps<typeof ShortcutList>;
  design: ComponentProps<typeof DesignDialog>;
  reading: ComponentProps<typeof ReadThroughDialog>;
  question: ReturnType<typeof usePublishQuestion>['asked'];
}) {
  const isMounted = useOpenedAfterMount(true);
  return (
    <>
      <ShortcutList {...help} isOpen={isMounted && help.isOpen} />
      {question?.about === 'errors' && <PublishQuestion {...question} />}
      {question?.about === 'carried-over' && <CarriedOverQuestion {...question} />}
      <LayoutDialog {...layout} isOpen={isMounted && layout.isOpen} />
      <DesignDialog {...design} isOpen={isMounted && design.isOpen} />
      <ReadThroughDialog {...reading} isOpen={isMounted && reading.isOpen} />
      <ConflictDialog />
    </>
  );
}
