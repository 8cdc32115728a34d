import { Dialog } from '#ui/dialogs/dialog.tsx';
import '@mantine/core/styles/Input.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { GroupResource } from '#contract/groups/groups.ts';
import { families } from '#contract/texts/people-count.ts';
import { DialogAnswers } from '#ui/dialogs/dialog-answers.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { succeeds } from '#web/api/succeeds.ts';
import { focusContent } from '#web/app/focus-content.ts';
import classes from './groups.module.css';
import { useGroupActions } from './groups-data.ts';

/** Asks which other group a group is merged into. */
export function MergeDialog({
  group: { id, attributes },
  others,
  onClose,
}: {
  group: GroupResource;
  others: readonly GroupResource[];
  onClose: () => void;
}) {
  const { merge } = useGroupActions();
  const [into, setInto] = useState(others[0]?.id ?? '');
  const target = others.find((other) => other.id === into)?.attributes.name ?? '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await succeeds(merge.mutateAsync({ id, into })))) return;
    toast.success(`‘${attributes.name}’ is part of ‘${target}’ now`);
    onClose();
    focusContent();
  };
  return (
    <Dialog opened onClose={onClose} title={`Merge ‘${attributes.name}’`} size={440}>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <NativeSelect
          label="Into the group"
          data-autofocus
          value={into}
          data={others.map((other) => ({ value: other.id, label: other.attributes.name }))}
          onChange={({ currentTarget }) => setInto(currentTarget.value)}
        />
        <p className={classes.hint}>
          {families(attributes.families)} of ‘{attributes.name}’ will be in ‘{target}’, and ‘{attributes.name}
          ’ is deleted. This cannot be undone.
        </p>
        <DialogAnswers>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton busy={merge.isPending} busyLabel="Merging…">
            Merge
          </BusyButton>
        </DialogAnswers>
      </form>
    </Dialog>
  );
}
