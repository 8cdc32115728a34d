import { setTimeout as wait } from 'node:timers/promises';
import { newsletterRoutes } from '#contract/newsletters.ts';
import type { Program } from '#test/program.ts';
import { emptyInstallation, type TestInstallation } from '#test/seed.ts';
import { beginSending, callProgram, progressOf, seedSubscribers } from '#test/sending.ts';
import { startSmtpSink } from '#test/smtp-sink.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { type Memory, memoryOf } from './parts/memory.ts';
import { cpuOf } from './parts/processor-time.ts';
import { median } from './parts/running.ts';
import { startBuilt } from './parts/start-built.ts';

/** Source: docs/requirements/performance.md P6. */
const AIM_SECONDS = 1;
const AIM_MB = 400;
/** Source: docs/requirements/threats.md R1. */
const AIM_AFTER_KILL_SECONDS = 5;
const ROUNDS = 5;
const SAVES = 100;
const MAILS = 1000;

/**
 * The time from the start of the process on an existing database to its first answer, and the memory that it uses: at the
 * first start, later, and at work. V8's optimiser alone took 600 MB (`platform/db/embedded/optimiser.ts`).
 */
export default async function measure() {
  const place = await emptyInstallation();
  const sink = await startSmtpSink({ keepSources: false });
  const environment = { ...place.environment, SMTP_URL: sink.url };
  try {
    const first = await startOnce(environment, 'SIGTERM');
    const token = await seedSubscribers(place, MAILS);
    const cold = await starts(environment, 'SIGTERM');
    const killed = await starts(environment, 'SIGKILL');
    const working = await mostAtWork(environment, token);
    const most = (found: readonly Started[]) => Math.max(...found.map(({ memory }) => memory.most));
    return [
      { name: 'cold start on an existing database', ...secondsOf(cold, AIM_SECONDS) },
      { name: 'its CPU', value: median(cold.map(({ cpu }) => cpu)) / 1000, unit: 's' },
      { name: 'start after kill -9', ...secondsOf(killed, AIM_AFTER_KILL_SECONDS) },
      { name: 'most memory of a start', ...megabytesOf(most([...cold, ...killed]), AIM_MB) },
      {
        name: `most memory since a start, ${SAVES} saves and ${MAILS} mails later`,
        ...megabytesOf(working, AIM_MB),
      },
      // The first start creates the database.
      { name: 'most memory of the first start', ...megabytesOf(first.memory.most, AIM_MB) },
    ];
  } finally {
    await sink.close();
    await place.remove();
  }
}

interface Started {
  readonly seconds: number;
  /** The CPU in milliseconds. */
  readonly cpu: number;
  readonly memory: Memory;
}

function secondsOf(found: readonly Started[], aim: number) {
  const value = median(found.map(({ seconds }) => seconds));
  return { value, unit: 's', aim: `≤ ${aim} s`, met: value <= aim };
}

function megabytesOf(value: number, aim: number) {
  return { value, unit: 'MB', aim: `≤ ${aim} MB`, met: value <= aim };
}

type Environment = TestInstallation['environment'];

// The signal ends each start, so that the next one finds the database in that state; the first does not count.
async function starts(environment: Environment, end: 'SIGTERM' | 'SIGKILL'): Promise<readonly Started[]> {
  await startOnce(environment, end);
  const found: Started[] = [];
  for (let round = 0; round < ROUNDS; round += 1) found.push(await startOnce(environment, end));
  return found;
}

async function startOnce(environment: Environment, end: 'SIGTERM' | 'SIGKILL'): Promise<Started> {
  const begun = performance.now();
  const program = startBuilt(environment);
  const answer = await fetch(`${await program.url}/health`);
  const seconds = (performance.now() - begun) / 1000;
  if (answer.status !== 200) throw new Error(`/health answered ${answer.status}`);
  const started = { seconds, cpu: await cpuOf(program.pid), memory: await memoryOf(program) };
  await stop(program, end);
  return started;
}

async function stop(program: Program, end: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  program.signal(end);
  await program.ended;
}

/** The most memory of a program that saves a newsletter of 100 blocks again and again, and sends another. */
async function mostAtWork(environment: Environment, token: string): Promise<number> {
  const program = startBuilt(environment);
  const url = await program.url;
  const code = hundredBlocks();
  const made = await callProgram(
    url,
    token,
    newsletterRoutes.createNewsletter,
    {},
    {
      news_letter: { title: 'Autumn news', layout_type: 'one_column', code },
    },
  );
  const { id } = newsletterRoutes.createNewsletter.reply.parse(made).news_letter.data;
  for (let save = 1; save <= SAVES; save += 1)
    await callProgram(
      url,
      token,
      newsletterRoutes.updateNewsletter,
      { id },
      { title: `Save ${save}`, code, version: save },
    );
  const delivery = await beginSending(url, token);
  while ((await progressOf(url, token, delivery)).waiting > 0) await wait(500);
  const { most } = await memoryOf(program);
  await stop(program, 'SIGTERM');
  return most;
}
