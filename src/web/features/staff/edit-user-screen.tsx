import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import {
  type EditInviteForm,
  INVITE_MESSAGES,
  type InviteResource,
  inviteRoutes,
} from '#contract/invites.ts';
import { SCREENS, screenPath } from '#contract/paths.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { EmptyState, ErrorState, Loading } from '#ui/feedback/states.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { changedValues } from '#ui/forms/stored-values.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { MANAGE_USERS } from './breadcrumbs.ts';
import { staffQuery } from './staff-data.ts';
import { StaffForm } from './staff-form.tsx';

/** Edits the details and the role of a member of staff. */
export function Component() {
  const { id = '' } = useParams();
  const member = useQuery({
    queryKey: [...staffQuery.queryKey, id],
    queryFn: async ({ signal }) =>
      await call(inviteRoutes.getInvite, {
        params: { id },
        signal,
        handles: (error) => error.status === 403 || error.status === 404,
      }),
  });
  // The owner's details are on another screen.
  if (isApiError(member.error, 403)) return <Navigate to={SCREENS.myDetails} replace />;
  if (member.data !== undefined && 'subscriber' in member.data)
    return <Navigate to={screenPath('editSubscriber', { id })} replace />;
  return (
    <>
      <Breadcrumbs above={MANAGE_USERS} here="Edit user" />
      <PageTitle>Edit user</PageTitle>
      {member.data && <Member member={member.data.invite.data} />}
      {member.isPending && (
        <Loading label="Loading the user">
          <Skeleton height={420} radius="lg" />
        </Loading>
      )}
      {isApiError(member.error, 404) && <UserNotFound />}
      {member.isError && member.data === undefined && !isApiError(member.error, 404) && (
        <ErrorState
          title="We could not load this user"
          error={member.error}
          onRetry={() => void member.refetch()}
        />
      )}
    </>
  );
}

function UserNotFound() {
  return (
    <EmptyState
      title="This person is not among your users"
      action={
        <Button component={Link} to={SCREENS.manageUsers} variant="default">
          Show all users
        </Button>
      }
    >
      Somebody may have removed them.
    </EmptyState>
  );
}

function Member({ member }: { member: InviteResource }) {
  if (member.attributes.status === 'INVITED') {
    return (
      <EmptyState
        title={INVITE_MESSAGES.locked}
        action={
          <Button component={Link} to={SCREENS.manageUsers}>
            Manage users
          </Button>
        }
      >
        {nameOrEmail(member.attributes)} has an open invitation. Withdraw it first, or wait until it is taken
        up.
      </EmptyState>
    );
  }
  return <EditForm member={member} />;
}

function EditForm({ member: { id, attributes } }: { member: InviteResource }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const edit = useMutation({
    mutationFn: ({ changed, handles }: { changed: EditInviteForm; handles: (error: ApiError) => boolean }) =>
      call(inviteRoutes.updateInvite, { params: { id }, body: changed, handles }),
    onSuccess: async ({ invite: { data } }, { changed }) => {
      const wanted = (changed.email ?? data.attributes.email).trim().toLowerCase();
      const needsConfirmation = wanted !== data.attributes.email;
      toast.success(
        needsConfirmation
          ? `${nameOrEmail(data.attributes)} is updated. We have written to ${wanted}: it counts once the link in that mail is followed`
          : `${nameOrEmail(data.attributes)} is updated`,
      );
      await client.invalidateQueries({ queryKey: staffQuery.queryKey });
      await navigate(SCREENS.manageUsers);
    },
  });
  const { first_name, last_name, email, role } = attributes;
  return (
    <StaffForm
      initial={{ first_name, last_name, email, role }}
      button="Save"
      busyLabel="Saving…"
      busy={edit.isPending}
      emailHint="They log in with it. A new one counts once the link that we mail there is followed."
      send={(fields, handles, before) => edit.mutate({ changed: changedValues(fields, before), handles })}
    />
  );
}
