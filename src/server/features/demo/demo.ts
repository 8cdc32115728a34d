import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { fileRoutes } from '#contract/files.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { pathOf, type Route } from '#contract/route.ts';
import { schoolRoutes } from '#contract/school.ts';
import type { AppContext } from '#server/context.ts';
import { insertSubscribers } from '#server/data/subscribers.ts';
import { isForThisMachineOnly } from '#server/platform/loopback.ts';
import { autumnNews, type DemoNewsletter, newFamilies, type Uploads, winterConcert } from './newsletters.ts';
import { readNote, removeNote, writeDemoNote } from './note.ts';
import { findPasswordHash, insertAccount, isEmpty, removeAccount } from './repo.ts';
import { DEMO_SUBSCRIBERS } from './subscribers.ts';

/** The demo owner's sign-in. */
export interface DemoSignIn {
  readonly email: string;
  readonly password: string;
}

/** The demo school shares the templates' images. */
const TEMPLATE_ART = new URL('../../../../public/newsletter-art/', import.meta.url);
const OWN_ART = new URL('./art/', import.meta.url);

const EMAIL = 'head@oakfield.sch.example';
const SCHOOL = {
  name: 'Oakfield Primary School',
  email: 'office@oakfield.sch.example',
  phone: '01632-960-148',
  primary_color: '#1f5d45',
  secondary_color: '#f2b632',
} as const;

/**
 * Creates the demo school if the database is embedded and empty and only this machine can reach the server; later, resolves to its sign-in
 * while that is valid, else to null. Uses the public API, so that the data follows all rules. On an error, removes everything and throws;
 * the remains of a killed process are removed first.
 */
export async function createDemoSchool(
  app: FastifyInstance,
  context: AppContext,
): Promise<DemoSignIn | null> {
  const { config } = context;
  if (config.databaseUrl !== undefined || !isForThisMachineOnly(config)) return null;
  const known = await readNote(config.dataDir);
  if (known?.hash === null) await undo(context);
  if (!(await isEmpty(context))) {
    const isGood = known?.hash != null && known.hash === (await findPasswordHash(context, EMAIL));
    return isGood ? { email: EMAIL, password: known.password } : null;
  }
  // Random, as the server may be opened to others later.
  const password = ['Acorn', ...[2, 2, 2].map((bytes) => randomBytes(bytes).toString('hex'))].join('-');
  // Written before the school: an incomplete one would keep the next start from creating a whole one.
  await writeDemoNote(config.dataDir, { password, hash: null });
  try {
    await createDemoData(app, context, password);
  } catch (error) {
    await undo(context).catch(() => undefined);
    throw error;
  }
  await writeDemoNote(config.dataDir, { password, hash: await findPasswordHash(context, EMAIL) });
  return { email: EMAIL, password };
}

// Deletes the note, too: otherwise a later start would remove anybody who has registered with this address since.
async function undo(context: AppContext): Promise<void> {
  await removeAccount(context, EMAIL);
  await removeNote(context.config.dataDir);
}

async function createDemoData(app: FastifyInstance, context: AppContext, password: string): Promise<void> {
  const token = await insertAccount(context, EMAIL);
  const anyone = callsOf(app, null);
  const passwords = { password, password_confirmation: password };
  const { session } = await anyone(peopleRoutes.changePassword, { token }, passwords);
  const call = callsOf(app, session?.token.auth_token ?? null);
  await call(peopleRoutes.updateProfile, {}, { user: { first_name: 'Grace', last_name: 'Adeyemi' } });
  await addDemoContent(context, call);
  await call(peopleRoutes.logout, {});
}

async function addDemoContent(context: AppContext, call: Call): Promise<void> {
  const logo = await upload(call, 'oakfield.png');
  const school = await call(schoolRoutes.createSchool, {}, { school: { ...SCHOOL, logo } });
  const { id } = school.school.data;
  await call(schoolRoutes.updateSchool, { id }, { school: { website: 'https://www.oakfield.sch.example' } });
  await insertSubscribers(context.database, id, DEMO_SUBSCRIBERS);
  const uploads: Uploads = {
    harvest: await upload(call, 'harvest.jpg'),
    forest: await upload(call, 'forest.jpg'),
    cakes: await upload(call, 'cakes.jpg'),
    choir: await upload(call, 'choir.jpg'),
    library: await upload(call, 'library.jpg'),
    sports: await upload(call, 'sports.jpg'),
    art: await upload(call, 'art.jpg'),
    school: await upload(call, 'school.jpg'),
    menu: await upload(call, 'lunch-menu.pdf'),
  };
  const today = context.clock.now();
  await create(call, newFamilies(uploads, today));
  await create(call, winterConcert(uploads, today));
  await call(newsletterRoutes.publishNewsletter, { id: await create(call, autumnNews(uploads, today)) });
}

async function create(call: Call, newsletter: DemoNewsletter): Promise<string> {
  const made = await call(newsletterRoutes.createNewsletter, {}, { news_letter: newsletter });
  return made.news_letter.data.id;
}

async function upload(call: Call, name: string): Promise<string> {
  const content = await readFile(
    fileURLToPath(new URL(name, name.endsWith('.jpg') ? TEMPLATE_ART : OWN_ART)),
  );
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), name);
  return (await call(fileRoutes.uploadAttachment, {}, form)).attachment.data.attributes.url;
}

type Params = Readonly<Record<string, string>>;

interface Call {
  <S extends z.ZodType>(
    row: Route & { readonly reply: S },
    params: Params,
    body?: unknown,
  ): Promise<z.output<S>>;
  (row: Route, params: Params, body?: unknown): Promise<unknown>;
}

/** Calls this server's own API without a network. */
function callsOf(app: FastifyInstance, token: string | null): Call {
  function call<S extends z.ZodType>(
    row: Route & { readonly reply: S },
    params: Params,
    body?: unknown,
  ): Promise<z.output<S>>;
  function call(row: Route, params: Params, body?: unknown): Promise<unknown>;
  async function call(row: Route, params: Params, body?: unknown): Promise<unknown> {
    // Encodes a form with its boundary, as a browser does.
    const sent = new Response(
      body instanceof FormData ? body : body === undefined ? null : JSON.stringify(body),
    );
    const type = body instanceof FormData ? sent.headers.get('content-type') : 'application/json';
    const answer = await app.inject({
      method: row.method,
      url: pathOf(row, params),
      payload: Buffer.from(await sent.arrayBuffer()),
      headers: {
        ...(body === undefined ? {} : { 'content-type': type ?? '' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
    });
    if (answer.statusCode !== row.status)
      throw new Error(`The demo school could not be created: ${row.path} answered ${answer.payload}`);
    return row.reply?.parse(answer.json());
  }
  return call;
}
