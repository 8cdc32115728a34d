import { setTimeout as wait } from 'node:timers/promises';
import { type Program, startProgram } from '#test/program.ts';
import { emptyPlace } from '#test/seed.ts';
import { beginSending, progressOf, seedSubscribers } from '#test/sending.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';
import { memoryOf } from './parts/memory.ts';
import { startPart } from './parts/running.ts';

const FEW = 1000;
const MANY = 20_000;
const KILLED = 10_000;
const KILLS = 8;
// What may be on its way and not yet written down.
const AT_ONCE = 10;

/** Sending: mails a second against the bare mail library into the same sink, memory, and eight kills. */
export default async function measure() {
  const few = await send(FEW);
  const many = await send(MANY);
  const bare = await bareMailsPerSecond(FEW * 4);
  const speed = few.perSecond > many.perSecond ? few.perSecond : many.perSecond;
  const killed = await sendKilled();
  return [
    {
      name: 'newsletter mails sent',
      value: speed,
      reference: bare,
      unit: 'a second',
      ratio: speed / bare,
      aim: '≥ 0.7x of the bare pool',
      met: speed / bare >= 0.7,
    },
    {
      name: `memory while sending to ${MANY}, reference ${FEW}`,
      value: many.memory,
      reference: few.memory,
      unit: 'MB',
      ratio: many.memory / few.memory,
      aim: 'flat: ≤ 1.2x',
      met: many.memory / few.memory <= 1.2,
    },
    {
      name: `${KILLED} recipients, ${KILLS} kills: missing`,
      value: killed.missing,
      unit: 'people',
      aim: '0',
      met: killed.missing === 0,
    },
    {
      name: `${KILLED} recipients, ${KILLS} kills: came twice`,
      value: killed.twice,
      unit: 'mails',
      aim: `≤ ${KILLS * AT_ONCE}, same Message-ID`,
      met: killed.twice <= KILLS * AT_ONCE && killed.ids === KILLED,
    },
  ];
}

const readers = (sink: SmtpSink) => sink.arrived.filter(({ to }) => to.endsWith('@home.example'));

/** One sending without trouble: from the first arrival to the last, and the most memory meanwhile (in MB). */
async function send(count: number): Promise<{ readonly perSecond: number; readonly memory: number }> {
  const place = await emptyPlace();
  const sink = await startSmtpSink({ keepSources: false });
  const token = await seedSubscribers(place, count);
  const program = startProgram({ ...place.environment, SMTP_URL: sink.url });
  const url = await program.url;
  const times: number[] = [];
  sink.onArrival = ({ to }) => {
    if (to.endsWith('@home.example')) times.push(performance.now());
  };
  const id = await beginSending(url, token);
  let memory = 0;
  while ((await progressOf(url, token, id)).status !== 'done') {
    memory = Math.max(memory, (await memoryOf(program)).now);
    await wait(200);
  }
  await end(program);
  await sink.close();
  await place.remove();
  if (times.length !== count) throw new Error(`${times.length} of ${count} arrived`);
  return { perSecond: (count - 1) / (((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000), memory };
}

async function bareMailsPerSecond(count: number): Promise<number> {
  const sink = await startSmtpSink({ keepSources: false });
  const times: number[] = [];
  sink.onArrival = () => {
    times.push(performance.now());
  };
  // In a process of its own, as the program is; it prints a line when all are sent.
  const part = await startPart('bare-pool.ts', sink.url, String(count));
  await part.stop();
  await sink.close();
  return (count - 1) / (((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000);
}

async function sendKilled() {
  const place = await emptyPlace();
  const sink = await startSmtpSink({ keepSources: false });
  const token = await seedSubscribers(place, KILLED);
  const start = () => startProgram({ ...place.environment, SMTP_URL: sink.url });
  let program = start();
  const id = await beginSending(await program.url, token);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const enough = (KILLED / (KILLS + 1)) * kill;
    await new Promise<void>((killed) => {
      sink.onArrival = () => {
        if (sink.arrived.length < enough) return;
        sink.onArrival = () => undefined;
        program.signal('SIGKILL');
        killed();
      };
    });
    await program.ended;
    program = start();
  }
  const url = await program.url;
  while ((await progressOf(url, token, id)).status !== 'done') await wait(200);
  await end(program);
  await sink.close();
  await place.remove();
  const mails = readers(sink);
  const people = new Set(mails.map(({ to }) => to)).size;
  const ids = new Set(mails.map(({ messageId }) => messageId)).size;
  return { missing: KILLED - people, twice: mails.length - people, ids };
}

async function end(program: Program): Promise<void> {
  program.signal('SIGTERM');
  await program.ended;
}
