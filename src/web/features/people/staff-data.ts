import { queryOptions } from '@tanstack/react-query';
import { inviteRoutes } from '#contract/invites.ts';
import { call } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** The school's staff, the owner apart. */
export const staffQuery = queryOptions({
  queryKey: queryKeys.staff,
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
