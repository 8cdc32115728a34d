import { setTimeout as delay } from 'node:timers/promises';
import { dashboardRoutes } from '#contract/dashboard.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { photograph } from '#test/pictures.ts';
import { emptyInstallation } from '#test/seed.ts';
import { beginSending, callProgram, progressOf, seedSubscribers } from '#test/sending.ts';
import { startSmtpSink } from '#test/smtp-sink.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { freePort, Inspector, type Retained } from './parts/inspector.ts';
import { memoryOf } from './parts/memory.ts';
import { startBuilt } from './parts/start-built.ts';

/** Source: docs/requirements/performance.md P12. Set SOAK_MINUTES for another duration. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 30);
const SAMPLES = 30;
const SUBSCRIBERS = 50;
/** Growth up to this ratio is noise. */
const FLAT = 1.03;

interface Sample extends Retained {
  readonly memory: number;
}

/** Half an hour of all that a school does, to see whether the program retains more at the end than before. */
export default async function measure() {
  const place = await emptyInstallation();
  const token = await seedSubscribers(place, SUBSCRIBERS);
  const sink = await startSmtpSink();
  const port = await freePort();
  const NODE_OPTIONS = `--inspect=127.0.0.1:${port}`;
  const program = startBuilt({ ...place.environment, SMTP_URL: sink.url, NODE_OPTIONS });
  try {
    const url = await program.url;
    const inspector = await Inspector.of(port);
    const activities = [edit, edit, read, read, read, office, office, picture, send];
    let isOver = false;
    let done = 0;
    const people = activities.map(async (activity) => {
      for (let time = 0; !isOver; time += 1) {
        await activity({ url, token, time });
        if (activity === send) sink.reset();
        done += 1;
      }
    });
    const working = Promise.all(people);
    // A failure ends the measurement and is the error to show.
    working.catch(() => undefined);
    const samples: Sample[] = [];
    for (let at = 0; at < SAMPLES; at += 1) {
      await Promise.race([delay((MINUTES * 60_000) / SAMPLES), working]);
      samples.push({ ...(await inspector.retained(program.pid)), memory: (await memoryOf(program)).now });
    }
    isOver = true;
    await working;
    inspector.close();
    return [
      { name: `use for ${MINUTES} min`, value: done, unit: 'rounds' },
      ...(['heap', 'handles', 'files', 'memory'] as const).map((held) => rowOf(samples, held)),
    ];
  } finally {
    program.signal('SIGTERM');
    await program.ended;
    await sink.close();
    await place.remove();
  }
}

const LABELS = {
  heap: { name: 'heap after collecting garbage', unit: 'MB' },
  handles: { name: 'timers and sockets', unit: '' },
  files: { name: 'open files and sockets', unit: '' },
  memory: { name: 'memory of the process', unit: 'MB' },
} as const;

/** The last third against the second one; in the first third caches fill and code is compiled. */
function rowOf(samples: readonly Sample[], metric: keyof Sample) {
  const third = Math.floor(samples.length / 3);
  const mean = (some: readonly Sample[]) =>
    some.reduce((sum, sample) => sum + sample[metric], 0) / some.length;
  const value = mean(samples.slice(-third));
  const reference = mean(samples.slice(-2 * third, -third));
  const ratio = value / reference;
  const row = { ...LABELS[metric], value, reference, ratio };
  // The process contains the embedded database, which grows with its data.
  return metric === 'memory' ? row : { ...row, aim: `flat: ≤ ${FLAT}x`, met: ratio <= FLAT };
}

interface Activity {
  readonly url: string;
  readonly token: string;
  readonly time: number;
}

/** Creates a newsletter, saves it as often as somebody who types, publishes it, and deletes it. */
async function edit({ url, token, time }: Activity): Promise<void> {
  const call = (row: Parameters<typeof callProgram>[2], id: string, body?: unknown) =>
    callProgram(url, token, row, { id }, body);
  const draft = {
    title: `Draft ${time}`,
    layout_type: 'two_columns_left',
    code: hundredBlocks().slice(0, 20),
  };
  const made = await call(newsletterRoutes.createNewsletter, '', { news_letter: draft });
  const { id } = newsletterRoutes.createNewsletter.reply.parse(made).news_letter.data;
  for (let save = 0; save < 5; save += 1) {
    const title = `Draft ${time}, save ${save}`;
    await call(newsletterRoutes.updateNewsletter, id, { news_letter: { ...draft, title } });
    await delay(300);
  }
  const published = await call(newsletterRoutes.publishNewsletter, id);
  const { slug } = newsletterRoutes.publishNewsletter.reply.parse(published).news_letter.data.attributes;
  await expectStatus(200, `${url}/published/${slug}`);
  await call(newsletterRoutes.deleteNewsletter, id);
  await expectStatus(404, `${url}/published/${slug}`);
}

/** Visits public pages, and addresses without one. */
async function read({ url }: Activity): Promise<void> {
  await expectStatus(200, url);
  await expectStatus(200, `${url}/pricing`);
  await expectStatus(404, `${url}/published/nothing-here`);
  await delay(100);
}

/** Opens lists and searches, like a school office. */
async function office({ url, token, time }: Activity): Promise<void> {
  for (const row of [
    newsletterRoutes.listNewsletters,
    subscriberRoutes.listSubscribers,
    peopleRoutes.myProfile,
    dashboardRoutes.dashboard,
  ])
    await callProgram(url, token, row, {});
  const subscriber = {
    first_name: 'Ada',
    last_name: 'Okafor',
    email: `visitor-${time}-${process.hrtime.bigint()}@home.example`,
  };
  const added = await callProgram(url, token, subscriberRoutes.createSubscriber, {}, { subscriber });
  const { id } = subscriberRoutes.createSubscriber.reply.parse(added).subscriber.data;
  await callProgram(url, token, subscriberRoutes.deleteSubscriber, { id });
  await delay(200);
}

/** Uploads a photograph. */
async function picture({ url, token }: Activity): Promise<void> {
  const form = new FormData();
  form.set(
    'file',
    new File([Uint8Array.from(await photograph(1200, 800))], 'photo.jpg', { type: 'image/jpeg' }),
  );
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(`${url}/api/v1/attachments`, { method: 'POST', headers, body: form });
  if (status !== 201) throw new Error(`A picture was answered with ${status}`);
  await delay(1000);
}

/** Sends a newsletter to all subscribers. */
async function send({ url, token }: Activity): Promise<void> {
  const id = await beginSending(url, token);
  while ((await progressOf(url, token, id)).waiting > 0) await delay(200);
  await delay(2000);
}

async function expectStatus(expected: number, url: string): Promise<void> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (response.status !== expected) throw new Error(`${url} answered ${response.status}`);
}
