import { afterAll, beforeAll, beforeEach } from 'vitest';
import { approvalRoutes } from '#contract/approval/approval.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { noteRoutes } from '#contract/notes.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { createSchool, createStaff, type TestPerson, type TestSchool } from './factories.ts';
import { createNewsletter, heading, richText } from './newsletters.ts';

/** A school in which the head approves what an editor writes. */

export let test: TestApp;
export let school: TestSchool;
export let head: TestPerson;
export let editor: TestPerson;
export let params: { id: string };

/** Makes the school, its people and the newsletter. */
export async function start() {
  school = await createSchool(test);
  head = await createStaff(test, school.id, 'admin', { firstName: 'Fola', lastName: 'Hart' });
  editor = await createStaff(test, school.id, 'editor', { firstName: 'Priya', lastName: 'Nair' });
  await settle({ is_on: true, approver_ids: [head.id] });
  await write([heading('A harvest to be proud of'), richText('<p>Thank you for every tin.</p>')]);
}

/** The newsletter becomes another one with these blocks. */
export async function write(code: readonly unknown[]): Promise<void> {
  params = { id: (await createNewsletter(test, editor, { code })).id };
}

/** Changes who approves. */
export const settle = async (approval_settings: object) =>
  (
    await test.call(approvalRoutes.updateApprovalSettings, {
      token: school.owner.token,
      params: { id: school.id },
      body: { approval_settings },
    })
  ).ok().approval_settings.data.attributes;
export const publish = async ({ token }: TestPerson) =>
  await test.call(newsletterRoutes.publishNewsletter, { token, params });
/** Saves a title, and resolves to the version. */
export const save = async (title: string) =>
  (await test.call(newsletterRoutes.updateNewsletter, { token: editor.token, params, body: { title } })).ok()
    .news_letter.data.attributes.version;
/** The editor asks for approval of a version. */
export const ask = async (version = 1, approver = head) => {
  const approval = { approver_id: approver.id, version, message: 'Please look at <your> piece.' };
  return await test.call(approvalRoutes.askApproval, { token: editor.token, params, body: { approval } });
};
/** The request as the editor sees it. */
export const request = async () =>
  (await test.call(approvalRoutes.getApproval, { token: editor.token, params })).ok().approval.data.attributes
    .request;
/** The notes about the newsletter. */
export const threads = async () =>
  (await test.call(noteRoutes.listNotes, { token: editor.token, params }))
    .ok()
    .note_thread.data.map(({ attributes: { block, resolved_at, notes } }) => ({
      block,
      isOpen: resolved_at === null,
      notes: notes.map(({ person_name, text }) => `${person_name}: ${text}`),
    }));
/** The newest mail to an approver, and the path of its link. */
export const link = async (to = head) => {
  await test.jobs.settled();
  const mail = test.mail.to(to.email).at(-1);
  const path = /https?:\/\/[^/\s]+(\/approve\/[\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (mail === undefined || path === undefined) throw new Error('No link was mailed');
  return { mail, path };
};
/** Follows a mailed link. */
export const open = (url: string) => test.app.inject({ url });
/** Sends the form of a mailed page. */
export const post = (url: string, form: Readonly<Record<string, string>> = {}) =>
  test.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
export const approve = (url: string) => post(url, { decision: 'approve' });

/** Starts the program, and a school before each test. */
export function askForApproval(): void {
  beforeAll(async () => {
    test = await buildTestApp();
  });
  afterAll(() => test.close());
  beforeEach(start);
}
