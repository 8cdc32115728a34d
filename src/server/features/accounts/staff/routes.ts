import { inviteRoutes } from '#contract/invites.ts';
import type { SubscriberResource } from '#contract/subscribers.ts';
import type { AppContext } from '#server/context.ts';
import { presentOwner, presentStaff } from '#server/features/accounts/present.ts';
import { type Handler, handle, type Member } from '#server/platform/http/handle.ts';
import { handOver } from './hand-over.ts';
import type { Invitation } from './invitation-repo.ts';
import { invite, showInvitation, withdrawInvitation } from './invitations.ts';
import { editMember, removeMember, resetTwoStepOf, setTemporaryPassword } from './managing.ts';
import { findManaged, listStaff, type ManagedPerson, toStaffMember } from './staff.ts';

/** Finds a subscriber; `app.ts` passes it in from the subscribers feature. Throws 404. */
export type FindSubscriber = (caller: Member, id: string) => Promise<SubscriberResource>;

/** The school's staff, as its owner manages it. */
export function schoolStaff(context: AppContext, findSubscriber: FindSubscriber): readonly Handler[] {
  const answer = (found: ManagedPerson) => ({
    invite: { data: presentStaff(toStaffMember(context, found)) },
  });
  const invited = (invitation: Invitation) => answer({ kind: 'invitation', invitation });
  return [
    handle(inviteRoutes.getInvitation, async ({ params, request }) => ({
      invitation: await showInvitation(context, params.token, request.ip),
    })),
    handle(inviteRoutes.listInvites, async ({ caller }) => {
      const { owner, others, twoStep, ways } = await listStaff(context, caller.schoolId);
      return {
        invites: { data: others.map(presentStaff) },
        owner: { data: presentOwner(owner) },
        two_step: [...twoStep],
        ways: Object.fromEntries([...ways].map(([id, own]) => [id, [...own]])),
      };
    }),
    handle(inviteRoutes.createInvite, async ({ caller, body, request }) =>
      invited(await invite(context, caller, body, request.ip)),
    ),
    handle(inviteRoutes.getInvite, async ({ caller, params }) => {
      const found = await findManaged(context, caller.schoolId, params.id);
      if (found !== null) return answer(found);
      return { subscriber: { data: await findSubscriber(caller, params.id) } };
    }),
    handle(inviteRoutes.updateInvite, async ({ caller, params, body }) =>
      answer(await editMember(context, caller, params.id, body)),
    ),
    handle(
      inviteRoutes.deleteInvite,
      async ({ caller, params }) => await removeMember(context, caller, params.id),
    ),
    handle(inviteRoutes.withdrawInvite, async ({ caller, params }) =>
      invited(await withdrawInvitation(context, caller, params.id)),
    ),
    handle(inviteRoutes.temporaryPassword, async ({ caller, params }) => ({
      password: await setTemporaryPassword(context, caller, params.id),
    })),
    handle(inviteRoutes.makeOwner, async ({ caller, params }) => await handOver(context, caller, params.id)),
    handle(
      inviteRoutes.resetTwoStep,
      async ({ caller, params }) => await resetTwoStepOf(context, caller, params.id),
    ),
  ];
}
