import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { InviteResource } from '#contract/invites.ts';
import { SCREENS } from '#contract/paths.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { focusContent } from '#web/app/focus-content.ts';
import { staffQuery, useStaffCalls } from './staff-data.ts';

/** The actions on a member of staff, with their confirmations and toasts. */
export function useMemberActions(member: InviteResource) {
  const calls = useStaffCalls();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id, attributes } = member;
  const name = nameOrEmail(attributes);
  // The list and this row may change before an action ends, so no action may depend on the row being mounted.
  const sendAgain = async () => {
    // A toast's button may run this later, when the email has been corrected.
    const staff = client.getQueryData(staffQuery.queryKey)?.invites.data;
    const { invite } = await calls.sendAgain.mutateAsync(staff?.find((each) => each.id === id) ?? member);
    toast.success(`Invitation sent to ${invite.data.attributes.email}`);
  };
  const withdraw = async () => {
    await calls.withdraw.mutateAsync(id);
    toast.success(`The invitation of ${name} is withdrawn`, {
      action: { label: 'Invite again', run: () => ignoreErrors(sendAgain) },
    });
  };
  const remove = async () => {
    const neverJoined = attributes.invitation_ends_at !== null;
    const question = {
      title: `Delete ${name}?`,
      message: neverJoined
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
  /** Resolves to the password, or to null if it was not set. */
  const setPassword = async () => {
    const question = {
      title: `Set a temporary password for ${name}?`,
      message:
        'For somebody who cannot get at their email. They are signed out everywhere; the next time they log in they choose a password of their own.',
      confirmLabel: 'Set password',
    };
    return (await confirm(question)) ? await calls.setPassword.mutateAsync(id).catch(() => null) : null;
  };
  const resetTwoStep = async () => {
    const question = {
      title: `Turn off ${name}’s two-step sign-in?`,
      message:
        'For somebody who has lost the phone or passkey, and the recovery codes. Their app and passkeys are forgotten, they are signed out everywhere, and their password alone lets them in until they set it up again. You both get a mail.',
      confirmLabel: 'Turn off',
    };
    if (!(await confirm(question))) return;
    await calls.resetTwoStep.mutateAsync(id);
    toast.success(`${name}’s two-step sign-in is off`);
  };
  const makeOwner = async () => {
    const question = {
      title: `Make ${name} the owner?`,
      message: `A school has one owner. From then on ${name} manages its users, families, settings and branding. You become an admin, and your API tokens end. Only the new owner can hand it back. You both get a mail.`,
      confirmLabel: 'Make the owner',
      destructive: true,
    };
    if (!(await confirm(question))) return;
    await calls.makeOwner.mutateAsync(id);
    toast.success(`${name} is the owner now`);
    // Only the owner may see this screen.
    await navigate(SCREENS.settings);
  };
  return {
    makeOwner: () => ignoreErrors(makeOwner),
    resetTwoStep: () => ignoreErrors(resetTwoStep),
    sendAgain: () => ignoreErrors(sendAgain),
    withdraw: () => ignoreErrors(withdraw),
    remove: () => ignoreErrors(remove),
    setPassword,
  };
}

// Errors have already been shown as toasts.
function ignoreErrors(action: () => Promise<void>): void {
  action().catch(() => undefined);
}
