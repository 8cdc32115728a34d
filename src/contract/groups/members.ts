import { z } from 'zod';
import { optionalText } from '#contract/fields.ts';
import { idParams } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import { SUBSCRIBER_FILTERS } from '#contract/subscribers.ts';
import { GROUP_MESSAGES } from './groups.ts';

/** Putting many subscribers into a group at once. */

/** The most that can be added at once: as many as the calls that undo it can name. */
export const MEMBERS_AT_ONCE_MAX = 5000;
const BODY_LIMIT = 256 * 1024;

const ids = z.array(z.uuid()).min(1).max(MEMBERS_AT_ONCE_MAX, GROUP_MESSAGES.tooMany(MEMBERS_AT_ONCE_MAX));

const membersForm = z.union([
  z.strictObject({ subscriber_ids: ids }),
  /** All subscribers that this search of the list finds. */
  z.strictObject({
    found: z.strictObject({
      search_string: optionalText.default(''),
      filter: z.enum(SUBSCRIBER_FILTERS).default('all'),
      group: z.uuid().optional(),
    }),
  }),
]);
export type MembersForm = z.output<typeof membersForm>;

const ofGroup = { access: 'owner', params: idParams, wrapper: 'members', bodyLimit: BODY_LIMIT } as const;

export const memberRoutes = {
  addMembers: route({
    ...ofGroup,
    method: 'POST',
    path: '/groups/:id/members',
    token: 'subscribers:write',
    needsOpenSchool: true,
    summary: 'Put subscribers into a group; who has left it themselves stays out',
    body: membersForm,
    status: 200,
    reply: z.object({
      members: z.object({
        /** The subscribers who were not in it before. */
        added: z.array(z.uuid()),
        /** How many had left it themselves. */
        left: z.number().int(),
      }),
    }),
  }),
  removeMembers: route({
    ...ofGroup,
    method: 'PUT',
    path: '/groups/:id/members/remove',
    token: 'subscribers:write',
    summary: 'Take subscribers out of a group; they stay on the list',
    body: z.strictObject({ subscriber_ids: ids }),
    status: 204,
  }),
} as const;
