import { z } from 'zod';
import { TRIAL_INVITATIONS_PER_DAY } from '#contract/rules/mail-limits.ts';
import { email, mailedToken, requiredName, requiredString } from './fields.ts';
import { PERSON_STATUSES } from './people.ts';
import { idParams, many, resource, single, timestamp } from './resource.ts';
import { route } from './route.ts';
import { subscriberResource } from './subscribers.ts';

/** The school's staff except its owner. The API calls them invites, accepted or not. */

/** The roles that the owner can assign; the first is the forms' default. Source: docs/requirements/screens.md 3.2. */
export const STAFF_ROLES = ['editor', 'contributor', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** The roles as shown on the screens. */
export const ROLE_NAMES = {
  owner: 'Owner',
  admin: 'Admin',
  editor: 'Editor',
  contributor: 'Contributor',
} as const;

/** The rights of each role, as shown in the forms. */
export const ROLE_POWERS = {
  editor: 'Writes, publishes and sends newsletters',
  contributor: 'Writes only the parts of newsletters that are given to them',
  admin: 'As an editor, and looks after the subscription and its invoices',
} as const satisfies Record<StaffRole, string>;

export const INVITE_MESSAGES = {
  role: 'Please choose a role',
  /** For an open invitation. Source: docs/requirements/screens.md 4.6. */
  locked: 'Invited users cannot be edited or deleted',
  owner: 'The owner of the school cannot be edited or deleted here',
  taken: 'This person has taken up the invitation already',
  trialFull: `On the free trial, up to ${TRIAL_INVITATIONS_PER_DAY} people a day can be invited. Please invite the others tomorrow, or choose a plan`,
  notTaken: 'This person has not taken up the invitation yet',
  notOwner: 'The school has another owner by now, and only the owner can hand it over',
  notAdmin:
    'Only an admin who has taken up the invitation can become the owner. Please change their role first',
} as const;

/** Why the mail of an invitation has not arrived: deferred and being retried, or refused for good. */
export const MAIL_TROUBLES = ['later', 'never'] as const;

export const inviteForm = z.strictObject({
  first_name: requiredName(),
  last_name: requiredName(),
  role: requiredString().pipe(z.enum(STAFF_ROLES, INVITE_MESSAGES.role)),
  email,
});
export type InviteForm = z.output<typeof inviteForm>;
/** Only the fields that change. */
export const editInviteForm = inviteForm.partial();
export type EditInviteForm = z.output<typeof editInviteForm>;

/** The latest way in which the person signed in: `password`, `passkey`, or the name of a provider. Null before the first time. */
const lastWay = z.string().nullable();

export const inviteResource = resource(
  'invite',
  z.object({
    first_name: z.string(),
    last_name: z.string(),
    role: z.enum(STAFF_ROLES),
    email: z.string(),
    status: z.enum(PERSON_STATUSES),
    /** When the invitation expires; null once accepted. */
    invitation_ends_at: timestamp.nullable(),
    /** Only for an invitation; null while no problem is known. */
    mail_trouble: z.enum(MAIL_TROUBLES).nullable().default(null),
    need_change_password: z.boolean(),
    last_way: lastWay,
  }),
);
/** A member of staff, or a person who is invited to become one. */
export type InviteResource = z.infer<typeof inviteResource>;

export const ownerResource = resource(
  'owner',
  z.object({
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    status: z.enum(PERSON_STATUSES),
    last_way: lastWay,
  }),
);
export type OwnerResource = z.infer<typeof ownerResource>;

const inviteReply = z.object({ invite: single(inviteResource) });

export const inviteRoutes = {
  getInvitation: route({
    method: 'GET',
    path: '/invitations/:token',
    access: 'anyone',
    summary: 'Which school the link of a mailed invitation is of, and whom it was sent to; takes nothing up',
    params: z.object({ token: mailedToken }),
    status: 200,
    reply: z.object({ invitation: z.object({ school: z.string(), email: z.string() }) }),
  }),
  listInvites: route({
    method: 'GET',
    path: '/invites',
    access: 'owner',
    summary: "The school's staff and who is invited to be, the owner apart",
    status: 200,
    reply: z.object({
      invites: many(inviteResource),
      owner: single(ownerResource),
      /** The ids of those who use two-step sign-in. */
      two_step: z.array(z.string()),
      /**
       * For each person's id, every way they can sign in: `password`, `passkey`, names of providers. People who have
       * not joined yet are left out.
       */
      ways: z.record(z.string(), z.array(z.string())),
    }),
  }),
  createInvite: route({
    method: 'POST',
    path: '/invites',
    access: 'owner',
    needsOpenSchool: true,
    summary: 'Invite somebody to the staff; before it is taken up, again with a fresh link',
    wrapper: 'invite',
    body: inviteForm,
    status: 201,
    reply: inviteReply,
    // Only for admins, who pay and read invoices. Others can be invited without it: a school invites ten people at a time.
    sudo: { role: ['admin'] },
  }),
  getInvite: route({
    method: 'GET',
    path: '/invites/:id',
    access: 'owner',
    summary: 'One of the staff, or who is invited to be; with the id of a subscriber, that subscriber',
    params: idParams,
    status: 200,
    reply: z.union([inviteReply, z.object({ subscriber: single(subscriberResource) })]),
  }),
  updateInvite: route({
    method: 'PATCH',
    path: '/invites/:id',
    access: 'owner',
    needsOpenSchool: true,
    summary:
      'Change name, role or e-mail address, which counts once the link that is mailed there is followed; not while an invitation is open',
    params: idParams,
    wrapper: 'invite',
    body: editInviteForm,
    status: 200,
    reply: inviteReply,
    sudo: ['role', 'email'],
  }),
  deleteInvite: route({
    method: 'DELETE',
    path: '/invites/:id',
    access: 'owner',
    summary: 'Remove somebody, whose sessions end at once; not while an invitation is open',
    params: idParams,
    status: 204,
    sudo: true,
    whenDiskFull: true,
    whileSuspended: true,
  }),
  withdrawInvite: route({
    method: 'PUT',
    path: '/invites/:id/withdraw',
    access: 'owner',
    summary: 'Kill an invitation that is not taken up',
    params: idParams,
    status: 200,
    reply: inviteReply,
    whileSuspended: true,
  }),
  temporaryPassword: route({
    method: 'POST',
    path: '/invites/:id/temporary_password',
    access: 'owner',
    needsOpenSchool: true,
    summary: "A password that is shown once and has to be changed; ends the person's sessions",
    params: idParams,
    status: 200,
    reply: z.object({ password: z.string() }),
    sudo: true,
  }),
  makeOwner: route({
    method: 'PUT',
    path: '/invites/:id/owner',
    access: 'owner',
    sudo: true,
    needsOpenSchool: true,
    summary: 'Hand the school over to an active admin; who was the owner is an admin from then on',
    params: idParams,
    status: 204,
  }),
  resetTwoStep: route({
    method: 'PUT',
    path: '/invites/:id/two_step_off',
    access: 'owner',
    sudo: true,
    needsOpenSchool: true,
    summary:
      "Turn somebody's two-step sign-in off, who has lost phone or passkey; forgets both, and ends the person's sessions",
    params: idParams,
    status: 204,
  }),
} as const;
