import { PEOPLE_MESSAGES, peopleRoutes } from '#contract/people.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import type { AppContext } from '#server/context.ts';
import { listSessions } from '#server/data/sessions.ts';
import { confirming } from '#server/features/accounts/rules/confirming.ts';
import { type FindSubscriber, schoolStaff } from '#server/features/accounts/staff/routes.ts';
import { twoStep } from '#server/features/accounts/two-step/routes.ts';
import { passkeyHandlers } from '#server/features/accounts/ways/passkey/routes.ts';
import { hashDecoy } from '#server/features/accounts/ways/password/passwords.ts';
import { providers } from '#server/features/accounts/ways/provider/routes.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { cancelEmailChange, confirmEmail, readEmailChange, resendEmailChange } from './email-change.ts';
import { defineAccountMail } from './email-jobs.ts';
import { defineHousekeeping } from './housekeeping.ts';
import { rememberDevice } from './known-devices.ts';
import { originOf, presentBegunSession, presentPerson, presentSession } from './present.ts';
import {
  changePasswordByLink,
  endSessionById,
  endSessions,
  loadPerson,
  logCallerOut,
  updatePassword,
  updateProfile,
} from './service.ts';
import { register, requestPasswordReset, signIn } from './sign-in.ts';
import { defineSignInLog } from './sign-in-log.ts';

/** Signing in, a person's own account, and the school's staff. */
export function accountHandlers(context: AppContext, findSubscriber: FindSubscriber): readonly Handler[] {
  defineAccountMail(context);
  defineHousekeeping(context);
  defineSignInLog(context);
  void hashDecoy();
  return [
    ...signInHandlers(context),
    ...passwordHandlers(context),
    ...ownAccountHandlers(context),
    ...twoStep(context),
    ...confirming(context),
    ...passkeyHandlers(context),
    ...providers(context),
    ...schoolStaff(context, findSubscriber),
  ];
}

function signInHandlers(context: AppContext): readonly Handler[] {
  const message = { message: PEOPLE_MESSAGES.forgot };
  return [
    handle(peopleRoutes.login, async ({ body, request, reply }) => {
      const from = originOf(request);
      const { token, person } = await signIn(context, body, from);
      reply.header('set-cookie', await rememberDevice(context, from.cookies, person.email));
      return { data: presentBegunSession(token, person) };
    }),
    handle(peopleRoutes.logout, async ({ caller }) => {
      await logCallerOut(context, caller);
    }),
    handle(peopleRoutes.register, async ({ body, request }) => {
      await register(context, body, request.ip);
      return { message: PEOPLE_MESSAGES.registered };
    }),
    handle(peopleRoutes.forgotPassword, async ({ body, request }) => {
      await requestPasswordReset(context, body.email, request.ip);
      return message;
    }),
    handle(peopleRoutes.forgotPasswordPut, async ({ body, request }) => {
      await requestPasswordReset(context, body.email, request.ip);
      return message;
    }),
  ];
}

function passwordHandlers(context: AppContext): readonly Handler[] {
  return [
    handle(peopleRoutes.changePassword, async ({ params, body, request, reply }) => {
      const from = originOf(request);
      const { person, welcome, session } = await changePasswordByLink(
        context,
        params.token,
        body.password,
        from,
      );
      const message = welcome ? PEOPLE_MESSAGES.passwordChosen : PEOPLE_MESSAGES.passwordChanged;
      const answer = { message, email: person.email, welcome };
      if (session === null) return { ...answer, session };
      reply.header('set-cookie', await rememberDevice(context, from.cookies, person.email));
      return { ...answer, session: presentBegunSession(session, person) };
    }),
    handle(peopleRoutes.updatePassword, async ({ caller, body }) => {
      await updatePassword(context, caller, body);
      return { message: PEOPLE_MESSAGES.passwordUpdated };
    }),
  ];
}

function ownAccountHandlers(context: AppContext): readonly Handler[] {
  return [
    handle(peopleRoutes.myProfile, async ({ caller }) => {
      return { user: { data: presentPerson(await loadPerson(context, caller)) } };
    }),
    handle(peopleRoutes.updateProfile, async ({ caller, body, request }) => {
      return { user: { data: presentPerson(await updateProfile(context, caller, body, request.ip)) } };
    }),
    handle(sessionRoutes.listSessions, async ({ caller }) => {
      const found = await listSessions(context, caller.personId);
      return { sessions: { data: found.map((session) => presentSession(session, caller.sessionId)) } };
    }),
    handle(sessionRoutes.endSession, async ({ caller, params }) => {
      await endSessionById(context, caller, params.id);
    }),
    handle(sessionRoutes.endSessions, async ({ caller }) => {
      await endSessions(context, caller);
    }),
    handle(peopleRoutes.resendEmailChange, async ({ caller, request }) => {
      await resendEmailChange(context, caller, request.ip);
    }),
    handle(peopleRoutes.cancelEmailChange, async ({ caller }) => {
      await cancelEmailChange(context, caller);
    }),
    handle(peopleRoutes.readEmailChange, async ({ params }) => ({
      email: await readEmailChange(context, params.token),
    })),
    handle(peopleRoutes.confirmEmail, async ({ params }) => {
      await confirmEmail(context, params.token);
      return { message: PEOPLE_MESSAGES.emailConfirmed };
    }),
  ];
}
