import { fileRoutes } from '#contract/files.ts';
import { historyRoutes } from '#contract/history.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { savedItemRoutes } from '#contract/saved-items.ts';
import type { TestApp } from '#test/app.ts';
import { createSchool, type TestPerson } from '#test/factories.ts';
import { MULTIPART, multipartBody } from '#test/multipart.ts';
import { publishNewsletter } from '#test/newsletters.ts';
import type { CallExample, ExampleCaller, Examples } from './example.ts';

const SAVED_ITEM = {
  saved_item: {
    kind: 'blocks',
    name: 'Absence line',
    code: [{ name: 'a', type: 'heading', value: { text: 'Absence' } }],
  },
};

/** Calls about newsletters, their history, files and saved blocks. */
export const NEWSLETTER_EXAMPLES = {
  listNewsletters: async () => ({ query: { page: '1' } }),
  lastNewsletter: async (test, actor) => {
    await newsletterOf(test, actor);
    return { query: { title: 'Next week' } };
  },
  publishedNewsletter: async (test) => {
    const school = await createSchool(test);
    const id = await newsletterOf(test, school.owner);
    const published = await test.call(newsletterRoutes.publishNewsletter, {
      token: school.owner.token,
      params: { id },
    });
    return { params: { slug: published.ok().news_letter.data.attributes.slug ?? '' } };
  },
  getNewsletter: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  createNewsletter: async () => ({
    body: { news_letter: { title: 'This week', layout_type: 'one_column' } },
  }),
  updateNewsletter: async (test, actor) => ({
    params: { id: await newsletterOf(test, actor) },
    body: { news_letter: { title: 'This week, really' } },
  }),
  publishNewsletter: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  nextIssue: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  keepBlocks: async (test, actor) => ({
    params: { id: await newsletterOf(test, actor) },
    body: { blocks: ['heading-1'] },
  }),
  listStates: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  getState: async (test, actor) => await keptState(test, actor),
  listAuthors: async (test, actor) => await keptState(test, actor),
  listEditions: async (test, actor) => ({ params: { id: (await publishNewsletter(test, actor)).id } }),
  getEdition: async (test, actor) => await publishedEdition(test, actor),
  downloadEdition: async (test, actor) => await publishedEdition(test, actor),
  listSavedItems: async () => ({}),
  getSavedItem: async (test, actor) => ({ params: { id: await savedItemOf(test, actor) } }),
  createSavedItem: async () => ({ body: SAVED_ITEM }),
  renameSavedItem: async (test, actor) => ({
    params: { id: await savedItemOf(test, actor) },
    body: { name: 'Sign-off' },
  }),
  deleteSavedItem: async (test, actor) => ({ params: { id: await savedItemOf(test, actor) } }),
  unpublishNewsletter: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  deleteNewsletter: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  uploadAttachment: async () => textFile(),
  listAttachments: async () => ({}),
  schoolRoom: async () => ({}),
  deleteAttachment: async (test, actor) => ({ params: { id: await fileOf(test, actor) } }),
} satisfies Examples;

async function keptState(test: TestApp, actor: ExampleCaller) {
  const id = await newsletterOf(test, actor);
  const { state } = (await test.call(historyRoutes.listStates, { token: actor.token, params: { id } })).ok();
  return { params: { id, state_id: state.data[0]?.id ?? '' } };
}

async function fileOf(test: TestApp, { token }: TestPerson): Promise<string> {
  return (await test.call(fileRoutes.uploadAttachment, { token, ...textFile() })).ok().attachment.data.id;
}

async function savedItemOf(test: TestApp, { token }: TestPerson): Promise<string> {
  return (await test.call(savedItemRoutes.createSavedItem, { token, body: SAVED_ITEM })).ok().saved_item.data
    .id;
}

export async function newsletterOf(test: TestApp, { token }: TestPerson): Promise<string> {
  const body = { news_letter: { title: 'This week', layout_type: 'one_column' } };
  return (await test.call(newsletterRoutes.createNewsletter, { token, body })).ok().news_letter.data.id;
}

function textFile() {
  const body = multipartBody([{ name: 'file', filename: 'notes.txt', content: Buffer.from('Bring a hat.') }]);
  return { body, headers: MULTIPART };
}

async function publishedEdition(test: TestApp, actor: ExampleCaller): Promise<CallExample> {
  const { id } = await publishNewsletter(test, actor);
  const { edition } = (
    await test.call(historyRoutes.listEditions, { token: actor.token, params: { id } })
  ).ok();
  return { params: { id, edition_id: edition.data[0]?.id ?? '' } };
}
