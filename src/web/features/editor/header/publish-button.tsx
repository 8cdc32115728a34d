import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { Tip } from '#ui/tip.tsx';
import { ApprovalActions } from '#web/features/editor/approval/approval-parts.tsx';
import { useTools } from '#web/features/editor/editor-context.tsx';
import type { useSaving } from '#web/features/editor/saving/use-saving.ts';
import { useTimingPlace } from '#web/features/editor/timing/timing-place.ts';
import classes from './publish-button.module.css';

/** Publish, or what stands in its place where newsletters are approved. */
export function PublishButton({ saving }: { saving: ReturnType<typeof useSaving> }) {
  const { school, isPhone } = useTools();
  const { busy, publish } = saving;
  const { ask } = useTimingPlace();
  const button = (
    <span className={classes.publish}>
      <BusyButton
        type="button"
        busy={busy === 'publishing'}
        // On a phone there is no room for a longer label.
        busyLabel={isPhone ? '…' : 'Publishing…'}
        onClick={() => void publish()}
      >
        Publish
      </BusyButton>
      {/* On a phone it is in the menu. */}
      {!isPhone && (
        <Tip label="Publish at a time">
          <Button
            className={classes.later}
            aria-label="Publish at a time"
            aria-haspopup="dialog"
            onClick={() => ask('publish')}
          >
            <IconClock size={20} stroke={1.75} aria-hidden="true" />
          </Button>
        </Tip>
      )}
    </span>
  );
  return school.approval ? <ApprovalActions saving={saving} publish={button} /> : button;
}
