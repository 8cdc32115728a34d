import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { approvalRoutes } from '#contract/approval/approval.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { noteRoutes } from '#contract/notes.ts';
import { partRoutes } from '#contract/parts/parts.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import type { TestApp } from '#test/app.ts';
import { createStaff, type TestPerson } from '#test/factories.ts';
import { heading } from '#test/newsletters.ts';
import type { ExampleCaller, Examples } from './example.ts';
import { newsletterOf } from './newsletters.ts';

const WINDOW = '0123456789abcdef'.repeat(2);

/** Calls about working on a newsletter with others. */
export const TOGETHER_EXAMPLES = {
  listNotes: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  writeNote: async (test, actor) => ({
    params: { id: await newsletterWithHeading(test, actor) },
    body: { note: newNote() },
  }),
  editNote: async (test, actor) => ({
    params: { id: (await writtenNote(test, actor)).noteId },
    body: { note: { text: 'One sentence, at the end?' } },
  }),
  deleteNote: async (test, actor) => ({ params: { id: (await writtenNote(test, actor)).noteId } }),
  resolveThread: async (test, actor) => ({
    params: { id: (await writtenNote(test, actor)).threadId },
    body: { resolved: true },
  }),
  listMyParts: async () => ({}),
  listParts: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  givePart: async (test, actor) => await givablePart(test, actor),
  finishPart: async (test, actor) => ({
    params: { id: await givenPart(test, actor) },
    body: { done: true },
  }),
  takeBackPart: async (test, actor) => ({ params: { id: await givenPart(test, actor) } }),
  getApprovalSettings: async (_, actor) => ({ params: { id: actor.schoolId ?? '' } }),
  updateApprovalSettings: async (_, actor) => ({
    params: { id: actor.schoolId ?? '' },
    body: { approval_settings: { is_on: true } },
  }),
  getApproval: async (test, actor) => ({ params: (await askable(test, actor)).params }),
  askApproval: async (test, actor) => await askable(test, actor),
  takeBackApproval: async (test, actor) => ({ params: (await asked(test, actor)).params }),
  decideApproval: async (test, actor) => ({
    params: (await asked(test, actor)).params,
    body: { approval: { decision: 'approve', version: 1 } },
  }),
  followNewsletter: async (test, actor) => ({
    params: { id: await newsletterOf(test, actor) },
    query: { window: WINDOW },
  }),
  moveInNewsletter: async (test, actor) => ({
    params: { id: await newsletterOf(test, actor) },
    body: { window: WINDOW, block: 'heading-1' },
  }),
} satisfies Examples;

/** A note on a block, for `writeNote`. */
export function newNote(text = 'Can we thank the kitchen team too?', name = 'heading-1') {
  return { id: randomUUID(), block: { name, type: 'heading' }, text };
}

async function writtenNote(test: TestApp, actor: ExampleCaller) {
  const params = { id: await newsletterWithHeading(test, actor) };
  const note = newNote();
  const call = { token: actor.token, params, body: { note } };
  const { note_thread } = (await test.call(noteRoutes.writeNote, call)).ok();
  return { threadId: note_thread.data.id, noteId: note.id };
}

async function givablePart(test: TestApp, { id, token }: ExampleCaller) {
  const params = { id: await newsletterWithHeading(test, { token }) };
  // Tomorrow, because in the school's zone today may have ended already.
  const due_on = new Date(test.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
  return { params, body: { part: { block: 'heading-1', person_id: id, due_on } } };
}

async function givenPart(test: TestApp, actor: ExampleCaller): Promise<string> {
  const call = { token: actor.token, ...(await givablePart(test, actor)) };
  return (await test.call(partRoutes.givePart, call)).ok().part.data.id;
}

async function newsletterWithHeading(test: TestApp, { token }: Pick<TestPerson, 'token'>): Promise<string> {
  const code = [heading('Year 4 news')];
  const body = { news_letter: { title: 'This week', layout_type: 'one_column', code } };
  return (await test.call(newsletterRoutes.createNewsletter, { token, body })).ok().news_letter.data.id;
}

/** A request for approval by the owner, in a school where it is on. */
async function askable(test: TestApp, actor: ExampleCaller) {
  const isSchool = eq(schools.id, actor.schoolId ?? '');
  await test.context.database.orm().update(schools).set({ approval: true }).where(isSchool);
  const params = { id: await newsletterOf(test, actor) };
  const { approval } = (await test.call(approvalRoutes.getApproval, { token: actor.token, params })).ok();
  const [approver] = approval.data.attributes.approvers;
  return { params, body: { approval: { approver_id: approver?.id ?? '', version: 1 } } };
}

async function asked(test: TestApp, actor: ExampleCaller) {
  const example = await askable(test, actor);
  // Nobody may answer their own request.
  const { token } = await createStaff(test, actor.schoolId ?? '', 'editor');
  (await test.call(approvalRoutes.askApproval, { token, ...example })).ok();
  return example;
}
