import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type InviteResource, inviteRoutes } from '#contract/invites.ts';
import { call } from '#web/api/client.ts';

/** The school's staff, with the owner apart. */
export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: async ({ signal }) => await call(inviteRoutes.listInvites, { signal }),
});

/** The mutations on a member of staff. Each reloads the list, also after a failure, when the list may be out of date. */
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
  const resetTwoStep = useMutation({
    mutationFn: (id: string) => call(inviteRoutes.resetTwoStep, { params: { id } }),
    onSettled,
  });
  const makeOwner = useMutation({
    mutationFn: (id: string) => call(inviteRoutes.makeOwner, { params: { id } }),
    // Everything that the person sees of the school depends on it.
    onSuccess: () => client.invalidateQueries(),
    onError: onSettled,
  });
  return { makeOwner, sendAgain, withdraw, remove, setPassword, resetTwoStep };
}
