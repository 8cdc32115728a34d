import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { Tip } from '#ui/tip.tsx';
import { useTimingPlace } from '#web/features/editor/kernel/places/timing-place.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { useSaving } from '#web/features/editor/saving/use-saving.ts';
import classes from './publish-now.module.css';

/** Publish, and beside it the button for a later time; or `menu`, which offers more. */
export function PublishNow({ menu }: { menu?: ReactNode }) {
  const { busy, publish } = useSaving();
  const { isPhone } = useTools();
  return (
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
      {!isPhone && (menu ?? <Later />)}
    </span>
  );
}

function Later() {
  const { ask } = useTimingPlace();
  return (
    <Tip label="Publish at a time">
      <Button
        className={classes.more}
        aria-label="Publish at a time"
        aria-haspopup="dialog"
        onClick={() => ask('publish')}
      >
        <IconClock size={20} stroke={1.75} aria-hidden="true" />
      </Button>
    </Tip>
  );
}
