import { Button } from '@mantine/core';
import { IconStairsUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { GroupResource } from '#contract/groups/groups.ts';
import { useSchool } from '#web/api/account.ts';
import { formatDate } from '#web/words/dates.ts';
import classes from './groups.module.css';
import { lastMoveQuery, useUndoMove } from './move-up-data.ts';
import { MoveUpDialog } from './move-up-dialog.tsx';
import { suggestedTargets } from './moves.ts';

/** Moving years up in July, and undoing it. Renders nothing for a school without years that follow each other. */
export function MoveUpSection({ groups }: { groups: readonly GroupResource[] }) {
  const { data: last } = useQuery(lastMoveQuery);
  // The last moving up when the dialog was opened: the choices made there are based on it.
  const [opened, setOpened] = useState<{ readonly after: string | null } | null>(null);
  if (Object.keys(suggestedTargets(groups)).length === 0) return null;
  return (
    <div className={classes.moveUp}>
      <Button
        variant="default"
        leftSection={<IconStairsUp size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => setOpened({ after: last?.id ?? null })}
      >
        Move years up
      </Button>
      <LastMove />
      {opened && <MoveUpDialog groups={groups} {...opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

function LastMove() {
  const { data: last } = useQuery(lastMoveQuery);
  const undo = useUndoMove();
  const zone = useSchool()?.attributes.time_zone;
  if (!last)
    return <p className={classes.hint}>Each July: one year becomes the next, and the last one leaves.</p>;
  return (
    <p className={classes.moved}>
      Moved up on {formatDate(last.created_at, zone)}.
      <Button variant="default" onClick={() => undo.mutate()}>
        Undo
      </Button>
      Until {formatDate(last.undoable_until, zone)}.
    </p>
  );
}
