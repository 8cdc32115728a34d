import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#newsletter/values/durations.ts';
import { ROLES } from './access.ts';
import {
  email,
  FIELD_MESSAGES,
  mailedToken,
  newPassword,
  optionalName,
  optionalPhone,
  optionalText,
  signInPassword,
} from './fields.ts';
import { resource, single } from './resource.ts';
import { route } from './route.ts';

/** Logging in, and a person's own account. */

/** INVITED: invitation mailed, not accepted. INACTIVE: accepted, but no password yet. */
export const PERSON_STATUSES = ['INVITED', 'INACTIVE', 'ACTIVE'] as const;

/** Owners are `user`, invited staff `admin`. The browser stores the marker. */
export const ROLE_MARKERS = { loggedOut: 0, user: 1, admin: 2 } as const;

/** How long mailed links are valid, in milliseconds. */
export const LINK_LIFETIME = {
  reset: HOUR_MS,
  welcome: 72 * HOUR_MS,
  invite: 7 * DAY_MS,
  confirm_email: 72 * HOUR_MS,
  confirm_school_email: 7 * DAY_MS,
} as const;

/**
 * How long sessions are valid, in milliseconds. Remembered ones count from their last use, but last at most `longest`
 * after the login; others count from the login.
 */
export const SESSION_LIFETIME = {
  remembered: 30 * DAY_MS,
  longest: 90 * DAY_MS,
  /** For sessions through a provider, which is then asked again: the account there may have been closed. */
  byProvider: 7 * DAY_MS,
  plain: 12 * HOUR_MS,
} as const;

/** How long a temporary password works. */
export const TEMPORARY_PASSWORD_DAYS = 7;

export const PEOPLE_MESSAGES = {
  signInFirst: 'Please log in to continue',
  registered: 'Account successfully created. Check your email!',
  registeredAgain: 'We have sent the email again. Check your inbox!',
  checkInbox: 'Check your email inbox.',
  forgot: 'Check your email!',
  passwordChanged: 'Password successfully changed',
  passwordChosen: 'Your password is set',
  passwordUpdated: 'Password successfully updated',
  profileUpdated: 'Profile successfully updated',
  emailChangeResent: 'The link is on its way',
  emailChangeCanceled: 'Your email address stays as it is',
  emailConfirmed: 'Your new email address is confirmed',
  temporaryOver: `This temporary password was valid for ${TEMPORARY_PASSWORD_DAYS} days. Choose a new one with ‘Forgot password?’, or ask your school for another`,
  temporaryAgain: 'Please choose another password than the temporary one',
  wrongPassword: 'This is not your current password',
  inviteEmail: 'Please use the email address that the invitation was sent to',
  enterEmail: 'Enter your email address to get access',
  deadInvitation:
    'This invitation has been taken up or withdrawn, or is too old. Please log in if you took it up; if not, ask the school to invite you again',
} as const;

/** The attributes of a person, for both resource types. */
export const personAttributes = z.object({
  first_name: z.string(),
  last_name: z.string(),
  role: z.enum(ROLES).nullable(),
  email: z.string(),
  /** The new address until its confirmation link is followed; otherwise null. */
  pending_email: z.string().nullable(),
  address: z.string(),
  telephone: z.string(),
  need_change_password: z.boolean(),
  status: z.enum(PERSON_STATUSES),
});
/** The signed-in person. The type is `user` for an owner or a person without a school, otherwise `admin`. */
const personResource = z.discriminatedUnion('type', [
  resource('user', personAttributes),
  resource('admin', personAttributes),
]);
export type PersonResource = z.infer<typeof personResource>;

const personReply = z.object({ user: single(personResource) });
/** A session that a log-in has opened. */
export const begunSession = z.object({
  token: z.object({ auth_token: z.string() }),
  user: single(personResource),
});
const messageReply = z.object({ message: z.string() });

export const signInForm = z.strictObject({
  email,
  password: signInPassword,
  remember_me: z.boolean().default(true),
});
export const registerForm = z.strictObject({ email, invite_token: mailedToken.optional() });
export const forgotForm = z.strictObject({ email });
export const changePasswordForm = z
  .strictObject({
    password: newPassword,
    password_confirmation: z.string(FIELD_MESSAGES.required).max(50, FIELD_MESSAGES.passwordLong),
  })
  .refine((form) => form.password === form.password_confirmation, {
    error: FIELD_MESSAGES.passwordsMatch,
    path: ['password_confirmation'],
  });
const existing = z
  .string(FIELD_MESSAGES.required)
  .min(1, FIELD_MESSAGES.required)
  .max(50, FIELD_MESSAGES.passwordLong);
export const updatePasswordForm = z
  .strictObject({
    existing_password: existing.optional(),
    /** The older name of `existing_password`. */
    old_password: existing.optional(),
    password: newPassword,
    confirm_password: z.string(FIELD_MESSAGES.required).max(50, FIELD_MESSAGES.passwordLong).optional(),
  })
  .refine((form) => (form.existing_password ?? form.old_password) !== undefined, {
    error: FIELD_MESSAGES.required,
    path: ['existing_password'],
  })
  .refine((form) => form.confirm_password === undefined || form.confirm_password === form.password, {
    error: FIELD_MESSAGES.passwordsMatch,
    path: ['confirm_password'],
  });
/** Only the fields that change. A new e-mail takes effect once its link is followed. */
export const profileForm = z
  .strictObject({
    first_name: optionalName,
    last_name: optionalName,
    email,
    address: optionalText,
    telephone: optionalPhone,
  })
  .partial();
export type ProfileForm = z.output<typeof profileForm>;

const tokenParams = z.object({ token: mailedToken });

export const peopleRoutes = {
  login: route({
    method: 'POST',
    path: '/authorization/login',
    access: 'anyone',
    summary: 'Log in; with two-step sign-in 403 with what the second step is called with',
    wrapper: 'user',
    body: signInForm,
    status: 200,
    reply: z.object({ data: begunSession }),
    whenDiskFull: true,
  }),
  logout: route({
    method: 'PUT',
    path: '/authorization/logout',
    access: 'signed_in',
    summary: 'Log out; the token is dead afterwards',
    status: 204,
    whilePasswordDue: true,
    whenDiskFull: true,
    whileSuspended: true,
    whileSecondFactorDue: true,
  }),
  register: route({
    method: 'POST',
    path: '/authorization/register',
    access: 'anyone',
    summary: 'Ask for an account; answers the same whether or not the address is known',
    wrapper: 'user',
    body: registerForm,
    status: 201,
    reply: messageReply,
  }),
  forgotPassword: route({
    method: 'POST',
    path: '/passwords/forgot',
    access: 'anyone',
    summary: 'Ask for a link to choose a new password; always the same answer',
    body: forgotForm,
    status: 200,
    reply: messageReply,
  }),
  forgotPasswordPut: route({
    method: 'PUT',
    path: '/passwords/forgot',
    access: 'anyone',
    summary: 'The same by PUT, as older clients send it',
    body: forgotForm,
    status: 200,
    reply: messageReply,
  }),
  changePassword: route({
    method: 'PUT',
    path: '/passwords/change/:token',
    access: 'anyone',
    summary:
      'Choose a password by a mailed link; ends all sessions of the person, and logs in with the first password',
    params: tokenParams,
    body: changePasswordForm,
    status: 200,
    reply: z.object({
      message: z.string(),
      email: z.string(),
      welcome: z.boolean(),
      /** Null unless it was the person's first password. */
      session: begunSession.nullable(),
    }),
  }),
  updatePassword: route({
    method: 'PATCH',
    path: '/passwords/update',
    access: 'signed_in',
    summary: 'Change the own password; ends the other sessions',
    body: updatePasswordForm,
    status: 200,
    reply: messageReply,
    whilePasswordDue: true,
    whileSuspended: true,
    whileSecondFactorDue: true,
  }),
  myProfile: route({
    method: 'GET',
    path: '/users/my_profile',
    access: 'signed_in',
    summary: 'The signed-in person',
    status: 200,
    reply: personReply,
    whilePasswordDue: true,
    whileSecondFactorDue: true,
  }),
  updateProfile: route({
    method: 'PATCH',
    path: '/users/update',
    access: 'signed_in',
    summary: 'Change the own details',
    wrapper: 'user',
    body: profileForm,
    status: 200,
    reply: personReply,
    whileSuspended: true,
    sudo: ['email'],
  }),
  resendEmailChange: route({
    method: 'POST',
    path: '/users/email_change',
    access: 'signed_in',
    summary: 'Mail the link again with which the new e-mail address is confirmed',
    status: 202,
    whileSuspended: true,
  }),
  cancelEmailChange: route({
    method: 'DELETE',
    path: '/users/email_change',
    access: 'signed_in',
    summary: 'Give up the change of the own e-mail address; its link is dead',
    status: 204,
    whileSuspended: true,
  }),
  readEmailChange: route({
    method: 'GET',
    path: '/users/confirm_email/:token',
    access: 'anyone',
    summary: 'Which e-mail address a mailed link confirms; confirms nothing',
    params: tokenParams,
    status: 200,
    reply: z.object({ email: z.string() }),
  }),
  confirmEmail: route({
    method: 'PUT',
    path: '/users/confirm_email/:token',
    access: 'anyone',
    summary: "Make the new e-mail address the account's",
    params: tokenParams,
    status: 200,
    reply: messageReply,
  }),
} as const;
