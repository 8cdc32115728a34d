import { z } from 'zod';
import { PERSON_STATUSES } from './people.ts';
import { many, resource, single } from './resource.ts';
import { route } from './route.ts';

/** The school's staff besides its owner, which the calls name invites, whether taken up or not. */

/** The roles that the owner can give, the first being the forms' default. Source: specification §3. */
export const STAFF_ROLES = ['editor', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** What the roles are called on the screens. */
export const ROLE_NAMES = { owner: 'Owner', admin: 'Admin', editor: 'Editor' } as const;

const inviteResource = resource(
  'invite',
  z.object({
    first_name: z.string(),
    last_name: z.string(),
    role: z.enum(STAFF_ROLES),
    email: z.string(),
    status: z.enum(PERSON_STATUSES),
  }),
);
/** A member of staff, or somebody who was invited to be one. */
export type InviteResource = z.infer<typeof inviteResource>;

const ownerResource = resource(
  'owner',
  z.object({
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    status: z.enum(PERSON_STATUSES),
  }),
);
/** The school's owner, who stands apart from the rest of the staff. */
export type OwnerResource = z.infer<typeof ownerResource>;

export const inviteRoutes = {
  listInvites: route({
    method: 'GET',
    path: '/invites',
    access: 'owner',
    summary: "The school's staff and who is invited to be, the owner apart",
    status: 200,
    reply: z.object({ invites: many(inviteResource), owner: single(ownerResource) }),
  }),
} as const;
