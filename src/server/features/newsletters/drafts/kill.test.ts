import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type NewsletterResource, newsletterRoutes } from '#contract/newsletters.ts';
import { API_BASE } from '#contract/route.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { readConfig } from '#server/config.ts';
import type { AppContext } from '#server/context.ts';
import { createContext } from '#server/create-context.ts';
import { sweepFiles } from '#server/features/attachments/storage/sweep.ts';
import { attachments, editions, newsletters } from '#server/platform/db/schema/newsletters.ts';
import { MULTIPART, multipartBody } from '#test/multipart.ts';
import { heading } from '#test/newsletters.ts';
import { picture } from '#test/pictures.ts';
import { listed } from '#test/ports/file-port.ts';
import {
  AnswerCounter,
  call,
  kill,
  type RunningProgram,
  startAndWait,
  textOf,
} from '#test/running-program.ts';
import { migratedInstallation, seedSchool, type TestInstallation } from '#test/seed.ts';
import { plainVideo } from '#test/videos.ts';

/** Accidents R1 and R2: the whole program is killed (-9) while it works, and restarted. */

const ROUNDS = 2;
const WRITERS = 4;

let place: TestInstallation;
let token: string;
beforeEach(async () => {
  place = await migratedInstallation();
  token = (await seedSchool(place)).owner.token;
});
afterEach(() => place.remove());

async function newsletterIn(response: Response | null): Promise<NewsletterResource | null> {
  const text = await textOf(response);
  return text === null ? null : newsletterRoutes.getNewsletter.reply.parse(JSON.parse(text)).news_letter.data;
}

async function create(life: RunningProgram): Promise<string> {
  const body = { news_letter: { title: 'save 1', layout_type: 'one_column', code: [heading('save 1')] } };
  const made = await newsletterIn(await call(life, newsletterRoutes.createNewsletter, { body, token }));
  if (made === null) throw new Error('The program died too early');
  return made.id;
}

it('loses no acknowledged save, and never keeps half of one', { timeout: 300_000 }, async () => {
  let life = await startAndWait(place);
  const ids = await Promise.all(Array.from({ length: WRITERS }, () => create(life)));
  // Acknowledged saves are recorded here, outside the program.
  const acknowledged = new Map(ids.map((id) => [id, 1]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const work = new AnswerCounter();
    const writing = ids.map((id) => saveRepeatedly(life, id, acknowledged, work));
    await work.some(30);
    await kill(life);
    await Promise.all(writing);
    life = await startAndWait(place);
    for (const id of ids) {
      const stored = (
        await newsletterIn(await call(life, newsletterRoutes.getNewsletter, { params: { id }, token }))
      )?.attributes;
      const version = stored?.version ?? 0;
      const last = acknowledged.get(id) ?? 0;
      // The unacknowledged save may be stored, too.
      expect([last, last + 1]).toContain(version);
      expect(stored).toMatchObject({ title: `save ${version}`, code: [heading(`save ${version}`)] });
      expect(stored?.body).toContain(`>save ${version}</h1>`);
      expect(stored?.body).toContain(`save ${version}</h2>`);
      acknowledged.set(id, version);
    }
  }
  await kill(life);
});

async function saveRepeatedly(
  life: RunningProgram,
  id: string,
  acknowledged: Map<string, number>,
  work: AnswerCounter,
): Promise<void> {
  for (;;) {
    const version = acknowledged.get(id) ?? 0;
    const text = `save ${version + 1}`;
    const saved = await newsletterIn(
      await call(life, newsletterRoutes.updateNewsletter, {
        params: { id },
        body: { title: text, code: [heading(text)], version },
        token,
      }),
    );
    if (saved === null) return;
    acknowledged.set(id, saved.attributes.version);
    work.done += 1;
  }
}

it('leaves only complete files with their rows and complete editions', { timeout: 300_000 }, async () => {
  const uploaded = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const life = await startAndWait(place);
    const id = await create(life);
    const work = new AnswerCounter();
    const working = [
      publishRepeatedly(life, id, work),
      publishRepeatedly(life, id, work),
      uploadRepeatedly(life, plainVideo('mp4', 3_000_000), uploaded, work),
      uploadRepeatedly(life, await picture('png', 300, 200), uploaded, work),
    ];
    await work.some(10);
    await kill(life);
    await Promise.all(working);
  }
  await inspect(async (context) => {
    // The sweep runs some hours later.
    const later = new Date(Date.now() + 2 * HOUR_MS);
    await sweepFiles({ ...context, clock: { ...context.clock, now: () => later } });
    const rows = await context.database.orm().select().from(attachments);
    expect((await listed(context.files)).map(({ key }) => key).sort()).toEqual(
      rows.map((row) => row.key).sort(),
    );
    for (const row of rows) expect((await context.files.get(row.key))?.size).toBe(row.size);
    for (const key of uploaded) expect(rows.map((row) => row.key)).toContain(key);
    for (const newsletter of await context.database.orm().select().from(newsletters)) {
      const [edition] = await context.database
        .orm()
        .select()
        .from(editions)
        .where(eq(editions.newsletterId, newsletter.id));
      const published = newsletter.status === 'published';
      expect(edition?.slug).toBe(published ? newsletter.slug : undefined);
      if (published) expect(edition?.pageHtml).toContain('save 1</h2>');
    }
  });
});

async function publishRepeatedly(life: RunningProgram, id: string, work: AnswerCounter): Promise<void> {
  while (await newsletterIn(await call(life, newsletterRoutes.publishNewsletter, { params: { id }, token })))
    work.done += 1;
}

async function uploadRepeatedly(
  life: RunningProgram,
  content: Buffer,
  uploaded: Set<string>,
  work: AnswerCounter,
): Promise<void> {
  const body = multipartBody([{ name: 'file', filename: 'a file', content }]);
  for (;;) {
    const headers = { ...MULTIPART, authorization: `Bearer ${token}` };
    const answer = await fetch(`${life.url}${API_BASE}/attachments`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    const key = /\/files\/[\w-]+\/([a-z0-9.]+)/.exec(text ?? '')?.[1];
    if (key === undefined) return;
    uploaded.add(key);
    work.done += 1;
  }
}

/** Opens the data folder of a killed program. */
async function inspect(check: (context: AppContext) => Promise<void>): Promise<void> {
  const context = await createContext(readConfig(place.environment), () => undefined);
  try {
    await check(context);
  } finally {
    await context.mail.close();
    await context.database.close();
  }
}
