import { randomUUID } from 'node:crypto';
import { inviteRoutes } from '#contract/invites.ts';
import { FILES_PATH } from '#contract/rules/stored-files.ts';
import { schoolRoutes } from '#contract/school.ts';
import { schoolClosureRoutes } from '#contract/school-closure.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import { attachments } from '#server/platform/db/schema/newsletters.ts';
import type { TestApp } from '#test/app.ts';
import {
  createSchool,
  createStaff,
  freshEmail,
  invitedToken,
  mailedToken,
  PASSWORD,
} from '#test/factories.ts';
import { turnTwoStepOn } from '#test/two-step.ts';
import type { ExampleCaller, Examples } from './example.ts';

/** Calls about a school and its staff. */
export const SCHOOL_EXAMPLES = {
  getInvitation: async (test) => {
    const { owner } = await createSchool(test);
    const invite = newColleague();
    (await test.call(inviteRoutes.createInvite, { token: owner.token, body: { invite } })).ok();
    return { params: { token: await invitedToken(test, invite.email) } };
  },
  listInvites: async () => ({}),
  // An admin, because inviting one needs proof of who the caller is.
  createInvite: async () => ({ body: { invite: { ...newColleague(), role: 'admin' } } }),
  getInvite: async (test, actor) => ({ params: { id: await colleagueOf(test, actor) } }),
  updateInvite: async (test, actor) => ({
    params: { id: await colleagueOf(test, actor) },
    body: { invite: { role: 'admin' } },
  }),
  deleteInvite: async (test, actor) => ({ params: { id: await colleagueOf(test, actor) } }),
  withdrawInvite: async (test, { token }) => {
    const body = { invite: newColleague() };
    const { invite } = (await test.call(inviteRoutes.createInvite, { token, body })).ok();
    return { params: { id: invite.data.id } };
  },
  makeOwner: async (test, { schoolId }) => ({
    params: { id: (await createStaff(test, schoolId ?? '', 'admin')).id },
  }),
  resetTwoStep: async (test, { schoolId }) => {
    const colleague = await createStaff(test, schoolId ?? '', 'editor', {
      passwordHash: await hashPassword(PASSWORD),
    });
    await turnTwoStepOn(test, colleague.token);
    return { params: { id: colleague.id } };
  },
  temporaryPassword: async (test, actor) => ({ params: { id: await colleagueOf(test, actor) } }),
  auditLog: async (_, actor) => ({ params: { id: actor.schoolId ?? '' } }),
  mySchool: async () => ({}),
  createSchool: async (test, actor) => {
    const details = { name: 'Elm Grove', email: 'office@elm.example', phone: '020 7946 0000' };
    return { body: { school: { ...details, logo: await uploadedLogo(test, actor) } } };
  },
  updateSchool: async (_, actor) => ({
    params: { id: actor.schoolId ?? '' },
    body: { school: { name: 'Ash Grove' } },
  }),
  requestEmailConfirmation: async (test, actor) => {
    await unconfirmedEmail(test, actor);
    return { params: { id: actor.schoolId ?? '' } };
  },
  confirmSchoolEmail: async (test) => {
    const { id, owner } = await createSchool(test);
    const email = await unconfirmedEmail(test, { ...owner, schoolId: id });
    return { params: { token: await mailedToken(test, email) } };
  },
  exportSchool: async (_, actor) => ({ params: { id: actor.schoolId ?? '' } }),
  exportAddress: async (_, actor) => ({ params: { id: actor.schoolId ?? '' } }),
  downloadExport: async (test) => {
    const { id, owner } = await createSchool(test);
    const given = { token: owner.token, params: { id } };
    const { url } = (await test.call(schoolClosureRoutes.exportAddress, given)).ok();
    return { params: { token: url.split('/').at(-1) ?? '' } };
  },
  closeSchool: async (_, actor) => ({
    params: { id: actor.schoolId ?? '' },
    body: { name: 'Elm Grove Primary' },
  }),
  reopenSchool: async (test, actor) => {
    const call = {
      token: actor.token,
      params: { id: actor.schoolId ?? '' },
      body: { name: 'Elm Grove Primary' },
    };
    (await test.call(schoolClosureRoutes.closeSchool, call)).ok();
    return { params: call.params, body: call.body };
  },
  dashboard: async () => ({}),
  news: async () => ({}),
  config: async () => ({}),
  health: async () => ({}),
  openapi: async () => ({}),
} satisfies Examples;

/** Gives the actor's school an unconfirmed address. */
async function unconfirmedEmail(test: TestApp, { token, schoolId }: ExampleCaller): Promise<string> {
  const email = freshEmail();
  const call = { token, params: { id: schoolId ?? '' }, body: { school: { email } } };
  (await test.call(schoolRoutes.updateSchool, call)).ok();
  return email;
}

async function colleagueOf(test: TestApp, { schoolId }: ExampleCaller): Promise<string> {
  return (await createStaff(test, schoolId ?? '', 'editor')).id;
}

/** The form of an invitation. */
export function newColleague() {
  return { first_name: 'Ada', last_name: 'Bell', role: 'editor', email: freshEmail() };
}

/** Registers an uploaded image and resolves to its path. */
export async function uploadedLogo({ context }: TestApp, { id, schoolId }: ExampleCaller): Promise<string> {
  const key = `${randomUUID()}.png`;
  const row = {
    key,
    userId: id,
    schoolId,
    name: 'logo.png',
    contentType: 'image/png',
    size: 3,
    width: 32,
    height: 9,
  };
  await context.database.orm().insert(attachments).values(row);
  return FILES_PATH + key;
}
