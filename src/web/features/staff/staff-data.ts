import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type InviteResource, inviteRoutes } from '#contract/invites.ts';
import { call } from '#web/api/client.ts';

/** The school's staff, the owner apart. */
export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: async ({ signal }) => await call(inviteRoutes.listInvites, { signal }),
});

/** A person's name, or the address while there is no name. */
export function nameOf(person: {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}): string {
  return `${person.first_name} ${person.last_name}`.trim() || person.email;
}

/** What can be done with somebody on the list; each reloads it, also after a failure, when it is not what is shown. */
export function useStaffCalls() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: staffQuery.queryKey });
  const sendAgain = useMutation({
    mutationFn: ({ attributes }: InviteResource) => {
      const { first_name, last_name, role, email } = attributes;
      return call(inviteRoutes.createInvite, { body: { first_name, last_name, role, email } });
    },
    onSettled,
  });
  const withdraw = useMutation({
    mutationFn: (id: string) => call(inviteRoutes.withdrawInvite, { params: { id } }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(inviteRoutes.deleteInvite, { params: { id } }),
    onSettled,
  });
  const setPassword = useMutation({
    mutationFn: async (id: string) =>
      (await call(inviteRoutes.temporaryPassword, { params: { id } })).password,
    onSettled,
  });
  return { sendAgain, withdraw, remove, setPassword };
}
