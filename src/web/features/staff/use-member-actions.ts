import { useQueryClient } from '@tanstack/react-query';
import type { InviteResource } from '#contract/invites.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { focusContent } from '#web/app/focus-content.ts';
import { nameOf, staffQuery, useStaffCalls } from './staff-data.ts';

/** What the menu of somebody on the list does, with its questions and messages. */
export function useMemberActions(member: InviteResource) {
  const calls = useStaffCalls();
  const client = useQueryClient();
  const { id, attributes } = member;
  const name = nameOf(attributes);
  // What it says comes after the list has changed, and the row with it: nothing here may wait for the row.
  const sendAgain = async () => {
    // From a message it may be later: the address may have been corrected since.
    const staff = client.getQueryData(staffQuery.queryKey)?.invites.data;
    const { invite } = await calls.sendAgain.mutateAsync(staff?.find((each) => each.id === id) ?? member);
    toast.success(`Invitation sent to ${invite.data.attributes.email}`);
  };
  const withdraw = async () => {
    await calls.withdraw.mutateAsync(id);
    toast.success(`The invitation of ${name} is withdrawn`, {
      action: { label: 'Invite again', run: () => quietly(sendAgain) },
    });
  };
  const remove = async () => {
    const gone = attributes.invitation_ends_at !== null;
    const question = {
      title: `Delete ${name}?`,
      message: gone
        ? undefined
        : 'They are signed out at once and cannot log in any more. Their newsletters stay. This cannot be undone.',
      confirmLabel: 'Delete user',
      destructive: true,
    };
    if (!(await confirm(question))) return;
    await calls.remove.mutateAsync(id);
    toast.success(`${name} deleted`);
    focusContent();
  };
  /** Resolves to the password, or null when it was not set. */
  const setPassword = async () => {
    const question = {
      title: `Set a temporary password for ${name}?`,
      message:
        'For somebody who cannot get at their email. They are signed out everywhere; the next time they log in they choose a password of their own.',
      confirmLabel: 'Set password',
    };
    return (await confirm(question)) ? await calls.setPassword.mutateAsync(id).catch(() => null) : null;
  };
  return {
    sendAgain: () => quietly(sendAgain),
    withdraw: () => quietly(withdraw),
    remove: () => quietly(remove),
    setPassword,
  };
}

// What went wrong has been said already.
function quietly(act: () => Promise<void>): void {
  act().catch(() => undefined);
}
