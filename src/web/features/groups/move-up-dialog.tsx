import { Dialog } from '#ui/dialogs/dialog.tsx';
import '@mantine/core/styles/Input.layer.css';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { GROUP_MESSAGES, GROUP_NAME_MAX, type GroupResource } from '#contract/groups/groups.ts';
import { type MoveCounts, moveUpRoutes } from '#contract/groups/move-up.ts';
import { families } from '#contract/texts/people-count.ts';
import { DialogAnswers } from '#ui/dialogs/dialog-answers.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { succeeds } from '#web/api/succeeds.ts';
import { focusContent } from '#web/app/focus-content.ts';
import classes from './groups.module.css';
import { useMoveUp, useUndoMove } from './move-up-data.ts';
import { LEAVES, movesOf, STAYS, suggestedTargets, type Targets } from './moves.ts';

interface DialogProps {
  readonly groups: readonly GroupResource[];
  /** The id of the last moving up that the screen shows. */
  readonly after: string | null;
  readonly onClose: () => void;
}

/** Asks which year becomes which, and shows the effects beforehand. */
export function MoveUpDialog({ groups, after, onClose }: DialogProps) {
  const [targets, setTargets] = useState<Targets>(() => suggestedTargets(groups));
  const [keeps, setKeeps] = useState(true);
  const [name, setName] = useState(`Leavers ${new Date().getFullYear()}`);
  const moves = movesOf(targets);
  const anyLeave = moves.some(({ to }) => to === null);
  const leavers = keeps && anyLeave ? name.trim() : null;
  const counts = useQuery({
    queryKey: [...queryKeys.groups, 'move', moves],
    queryFn: async ({ signal }) =>
      (
        await call(moveUpRoutes.moveUp, {
          body: { moves, leavers: null, after: null, dry_run: true },
          signal,
          handles: () => true,
        })
      ).moved,
    enabled: moves.length > 0,
  });
  const moveUp = useMoveUp();
  const undo = useUndoMove();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (moves.length === 0 || leavers === '') return;
    if (!(await succeeds(moveUp.mutateAsync({ moves, leavers, after })))) return;
    toast.success('The years have moved up', { action: { label: 'Undo', run: () => undo.mutate() } });
    onClose();
    focusContent();
  };
  return (
    <Dialog opened onClose={onClose} title="Move years up" size={560}>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <ul className={classes.moves}>
          {groups.map((group, at) => (
            <MoveRow
              key={group.id}
              group={group}
              isFirst={at === 0}
              groups={groups}
              target={targets[group.id] ?? STAYS}
              onTarget={(target) => setTargets({ ...targets, [group.id]: target })}
            />
          ))}
        </ul>
        {anyLeave && (
          <>
            <Checkbox
              label="Keep who was in the last year, in a retired group"
              checked={keeps}
              onChange={({ currentTarget }) => setKeeps(currentTarget.checked)}
            />
            {keeps && (
              <TextInput
                label="Name of that group"
                value={name}
                maxLength={GROUP_NAME_MAX}
                error={leaversProblem(moveUp.error, name)}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
            )}
          </>
        )}
        <p className={classes.hint} role="status">
          {moves.length === 0 ? 'No group moves.' : counts.data ? countsText(counts.data) : 'Counting…'}
        </p>
        <DialogAnswers>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton busy={moveUp.isPending} busyLabel="Moving…">
            Move years up
          </BusyButton>
        </DialogAnswers>
      </form>
    </Dialog>
  );
}

interface RowProps {
  readonly group: GroupResource;
  readonly groups: readonly GroupResource[];
  readonly isFirst: boolean;
  readonly target: string;
  readonly onTarget: (target: string) => void;
}

function MoveRow({ group: { id, attributes }, groups, isFirst, target, onTarget }: RowProps) {
  return (
    <li className={classes.move}>
      <p>
        <span className={classes.name}>{attributes.name}</span>{' '}
        <span className={classes.count}>{families(attributes.families)}</span>
      </p>
      <NativeSelect
        data-autofocus={isFirst || undefined}
        aria-label={`${attributes.name} becomes`}
        value={target}
        onChange={({ currentTarget }) => onTarget(currentTarget.value)}
        data={[
          { value: STAYS, label: 'Stays' },
          { value: LEAVES, label: 'Leaves' },
          ...groups
            .filter((other) => other.id !== id)
            .map((other) => ({ value: other.id, label: other.attributes.name })),
        ]}
      />
    </li>
  );
}

/** The effects of moving up, in sentences. */
function countsText({ moving, leaving, groupless }: MoveCounts): string {
  const moves = `${families(moving)} ${moving === 1 ? 'moves' : 'move'} up.`;
  if (leaving === 0) return `${moves} Nobody leaves.`;
  const then = groupless > 0 ? `, ${groupless.toLocaleString('en-GB')} of them into no other group` : '';
  return `${moves} ${families(leaving)} ${leaving === 1 ? 'leaves' : 'leave'} the last year${then}. Everybody stays on your list.`;
}

function leaversProblem(error: Error | null, name: string): string | undefined {
  if (name.trim() === '') return GROUP_MESSAGES.name;
  return isApiError(error) ? error.body.errors?.leavers?.[0] : undefined;
}
