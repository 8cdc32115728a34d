import { z } from 'zod';
import { requiredString } from '#contract/fields.ts';
import { idParams, many, resource, single, timestamp } from '#contract/resource.ts';
import { route } from '#contract/route.ts';

/** The groups of a school's subscribers: Year 4, Choir, Staff. A subscriber is in any number of them. */

/** The most groups in use in a school, and the most including retired ones. */
export const GROUPS_MAX = 60;
export const GROUPS_STORED_MAX = 200;
export const GROUP_NAME_MAX = 80;

export const GROUP_MESSAGES = {
  name: 'Please give the group a name',
  long: `Limit is ${GROUP_NAME_MAX} symbols`,
  taken: 'You have a group with this name already',
  takenByRetired: 'A retired group has this name. You can bring it back',
  full: `Limit is ${GROUPS_MAX} groups. Please retire or merge some`,
  stored: `Limit is ${GROUPS_STORED_MAX} groups with the retired ones. Please delete some of those`,
  itself: 'Please choose another group',
  intoRetired: 'Please choose a group that is in use',
  inUse: 'Only a retired group can be deleted',
  planned: 'A planned sending is for this group. Please cancel it first, or wait until it has gone',
  unknown: 'This group is no longer there',
  tooMany: (most: number) => `Limit is ${most.toLocaleString('en-GB')} families at once. Please choose fewer`,
} as const;

/** A group's name, in every form. */
export const groupName = requiredString(GROUP_MESSAGES.name).pipe(
  z.string().max(GROUP_NAME_MAX, GROUP_MESSAGES.long),
);

export const groupForm = z.strictObject({ name: groupName });
const updateGroupForm = z.strictObject({
  name: groupName.optional(),
  retired: z.boolean().optional(),
  is_offered: z.boolean().optional(),
});

export const groupResource = resource(
  'group',
  z.object({
    name: z.string(),
    /** The number of its subscribers, and of those whom a newsletter reaches. */
    members: z.number().int(),
    families: z.number().int(),
    /** A retired group can no longer be chosen; its subscribers stay in it until it is deleted. */
    retired_at: timestamp.nullable(),
    /** Whether families can choose it themselves. */
    is_offered: z.boolean(),
    /** The ids of groups that were merged into it. Blocks for those groups are for this one. */
    merged_ids: z.array(z.uuid()),
  }),
);
export type GroupResource = z.infer<typeof groupResource>;

const reply = z.object({ group: single(groupResource) });

export const groupRoutes = {
  listGroups: route({
    method: 'GET',
    path: '/groups',
    access: 'member',
    token: 'groups:read',
    summary: "The school's groups, years first, with their numbers of families",
    status: 200,
    reply: z.object({ groups: many(groupResource) }),
  }),
  createGroup: route({
    method: 'POST',
    path: '/groups',
    access: 'owner_or_admin',
    token: 'groups:write',
    needsOpenSchool: true,
    summary: 'Make a group',
    wrapper: 'group',
    body: groupForm,
    status: 201,
    reply,
  }),
  updateGroup: route({
    method: 'PATCH',
    path: '/groups/:id',
    access: 'owner_or_admin',
    token: 'groups:write',
    needsOpenSchool: true,
    summary: 'Rename a group, retire it, bring it back, or let families choose it',
    params: idParams,
    wrapper: 'group',
    body: updateGroupForm,
    status: 200,
    reply,
  }),
  mergeGroup: route({
    method: 'PUT',
    path: '/groups/:id/merge',
    access: 'owner_or_admin',
    token: 'groups:write',
    needsOpenSchool: true,
    summary: 'Put everybody of a group into another one, and delete it; answers with the other one',
    params: idParams,
    wrapper: 'group',
    body: z.strictObject({ into: z.uuid(GROUP_MESSAGES.intoRetired) }),
    status: 200,
    reply,
  }),
  groupUses: route({
    method: 'GET',
    path: '/groups/:id/uses',
    access: 'owner_or_admin',
    token: 'groups:read',
    summary: 'The newsletters that have blocks for a group',
    params: idParams,
    status: 200,
    reply: z.object({ news_letters: z.array(z.object({ id: z.uuid(), title: z.string() })) }),
  }),
  deleteGroup: route({
    method: 'DELETE',
    path: '/groups/:id',
    access: 'owner_or_admin',
    token: 'groups:write',
    summary: 'Delete a retired group; its subscribers stay on the list',
    params: idParams,
    status: 204,
    whenDiskFull: true,
  }),
} as const;
