import {
  IconDeviceFloppy,
  IconDots,
  IconPalette,
  IconRestore,
  IconSquareRoundedPlus,
} from '@tabler/icons-react';
import type { RefObject } from 'react';
import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';
import { loadable } from '#ui/loadable.tsx';
import { useCanDiscard } from '#web/features/editor/header/use-can-discard.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { useMayAdd } from '#web/features/editor/kernel/use-right.ts';
import { useSaving } from '#web/features/editor/saving/use-saving.ts';
import { PhoneTool } from './phone-tool.tsx';
import classes from './phone-tools.module.css';

export const MoreMenu = loadable(async () => (await import('./more-menu.tsx')).MoreMenu, InsteadOfMenu);

// Keeps the menu's place.
function InsteadOfMenu({ hasFailed }: { hasFailed: boolean }) {
  if (!hasFailed) return <span className={classes.more} />;
  const say = () =>
    toast.error('The menu could not be loaded. What you have typed is kept.', { action: RELOAD });
  return <PhoneTool icon={IconDots} words="More" onClick={say} />;
}

/** The actions on the newsletter while no block is selected, at the foot of a phone. */
export function PhoneTools({
  add,
  onLayout,
  onDesign,
  onRead,
  onHelp,
}: {
  add: RefObject<HTMLButtonElement | null>;
  onLayout: () => void;
  onDesign: () => void;
  onRead: () => void;
  onHelp: () => void;
}) {
  const { editing, guests } = useTools();
  const { busy, saveDraft, discard } = useSaving();
  const canDiscard = useCanDiscard();
  return (
    <section className={classes.tools} aria-label="Tools">
      {useMayAdd() && (
        <PhoneTool
          ref={add}
          icon={IconSquareRoundedPlus}
          words="Add"
          label="Add a block"
          isFirst
          onClick={() => editing.isPickerOpen.setState(true, true)}
        />
      )}
      {guests.at('Button').map(({ name, contribution: Button }) => (
        <Button key={name} />
      ))}
      {!editing.isContributor && (
        <>
          <PhoneTool icon={IconPalette} words="Design" opens="dialog" onClick={onDesign} />
          <PhoneTool icon={IconRestore} words="Discard" isOff={!canDiscard} onClick={() => void discard()} />
        </>
      )}
      <PhoneTool
        icon={IconDeviceFloppy}
        words={busy === 'saving' ? 'Saving…' : 'Save draft'}
        isOff={busy !== null}
        onClick={() => void saveDraft()}
      />
      <MoreMenu onLayout={onLayout} onRead={onRead} onHelp={onHelp} />
    </section>
  );
}
