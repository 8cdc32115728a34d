import { PEOPLE_MESSAGES, peopleRoutes } from '#contract/people.ts';
import type { House } from '#server/context.ts';
import { type FindSubscriber, schoolStaff } from '#server/features/accounts/staff/routes.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { cancelEmailChange, confirmEmail, resendEmailChange } from './email-change.ts';
import { defineAccountMail } from './email-jobs.ts';
import { defineHousekeeping } from './housekeeping.ts';
import { rememberDevice } from './known-devices.ts';
import { decoy } from './passwords.ts';
import { presentPerson, presentSession } from './present.ts';
import { listSessions } from './repo.ts';
import {
  changePasswordByLink,
  endSession,
  endSessions,
  loadPerson,
  updatePassword,
  updateProfile,
} from './service.ts';
import { forgetPassword, logIn, register } from './sign-in.ts';

/** Signing in, a person's own account, and the school's staff. */
export function people(house: House, findSubscriber: FindSubscriber): readonly Handler[] {
  defineAccountMail(house);
  defineHousekeeping(house);
  void decoy();
  return [
    ...signingIn(house),
    ...ownPassword(house),
    ...ownAccount(house),
    ...schoolStaff(house, findSubscriber),
  ];
}

function signingIn(house: House): readonly Handler[] {
  const message = { message: PEOPLE_MESSAGES.forgot };
  return [
    handle(peopleRoutes.login, async ({ body, request, reply }) => {
      const { 'user-agent': device = '', cookie: cookies } = request.headers;
      const { token, person } = await logIn(house, body, { ip: request.ip, device, cookies });
      reply.header('set-cookie', await rememberDevice(house, cookies, person.email));
      return { data: { token: { auth_token: token }, user: { data: presentPerson(person) } } };
    }),
    handle(peopleRoutes.logout, async ({ caller }) => {
      await endSession(house, caller, caller.sessionId);
    }),
    handle(peopleRoutes.register, async ({ body, request }) => {
      await register(house, body, request.ip);
      return { message: PEOPLE_MESSAGES.registered };
    }),
    handle(peopleRoutes.forgotPassword, async ({ body, request }) => {
      await forgetPassword(house, body.email, request.ip);
      return message;
    }),
    handle(peopleRoutes.forgotPasswordPut, async ({ body, request }) => {
      await forgetPassword(house, body.email, request.ip);
      return message;
    }),
  ];
}

function ownPassword(house: House): readonly Handler[] {
  return [
    handle(peopleRoutes.changePassword, async ({ params, body, request }) => {
      const { email, welcome } = await changePasswordByLink(house, params.token, body.password, request.ip);
      return { message: PEOPLE_MESSAGES.passwordChanged, email, welcome };
    }),
    handle(peopleRoutes.updatePassword, async ({ caller, body }) => {
      await updatePassword(house, caller, body);
      return { message: PEOPLE_MESSAGES.passwordUpdated };
    }),
  ];
}

function ownAccount(house: House): readonly Handler[] {
  return [
    handle(peopleRoutes.myProfile, async ({ caller }) => {
      return { user: { data: presentPerson(await loadPerson(house, caller)) } };
    }),
    handle(peopleRoutes.updateProfile, async ({ caller, body, request }) => {
      return { user: { data: presentPerson(await updateProfile(house, caller, body, request.ip)) } };
    }),
    handle(peopleRoutes.listSessions, async ({ caller }) => {
      const found = await listSessions(house, caller.personId);
      return { sessions: { data: found.map((session) => presentSession(session, caller.sessionId)) } };
    }),
    handle(peopleRoutes.endSession, async ({ caller, params }) => {
      await endSession(house, caller, params.id);
    }),
    handle(peopleRoutes.endSessions, async ({ caller }) => {
      await endSessions(house, caller);
    }),
    handle(peopleRoutes.resendEmailChange, async ({ caller, request }) => {
      await resendEmailChange(house, caller, request.ip);
    }),
    handle(peopleRoutes.cancelEmailChange, async ({ caller }) => {
      await cancelEmailChange(house, caller);
    }),
    handle(peopleRoutes.confirmEmail, async ({ params }) => {
      await confirmEmail(house, params.token);
      return { message: PEOPLE_MESSAGES.emailConfirmed };
    }),
  ];
}
