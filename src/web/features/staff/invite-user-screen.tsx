import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type InviteForm, inviteRoutes, STAFF_ROLES } from '#contract/invites.ts';
import { SCREENS } from '#contract/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { PageTitle } from '#ui/page-title.tsx';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { MANAGE_USERS } from './breadcrumbs.ts';
import { staffQuery } from './staff-data.ts';
import { StaffForm } from './staff-form.tsx';

const EMPTY: InviteForm = { first_name: '', last_name: '', email: '', role: STAFF_ROLES[0] };

/** Invites a person to the school's staff. */
export function Component() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const invite = useMutation({
    mutationFn: ({ fields, handles }: { fields: InviteForm; handles: (error: ApiError) => boolean }) =>
      call(inviteRoutes.createInvite, { body: fields, handles }),
    onSuccess: async ({ invite: { data } }) => {
      toast.success(`Invitation sent to ${data.attributes.email}`);
      await client.invalidateQueries({ queryKey: staffQuery.queryKey });
      await navigate(SCREENS.manageUsers);
    },
  });
  return (
    <>
      <Breadcrumbs above={MANAGE_USERS} here="Invite user" />
      <PageTitle>Invite user</PageTitle>
      <StaffForm
        initial={EMPTY}
        button="Send invite"
        busyLabel="Sending…"
        busy={invite.isPending}
        emailHint="We mail the invitation there. It is good for seven days, and for this address alone."
        send={(fields, handles) => invite.mutate({ fields, handles })}
      />
    </>
  );
}
