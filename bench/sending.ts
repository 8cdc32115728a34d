import { setTimeout as wait } from 'node:timers/promises';
import { emptyInstallation } from '#test/seed.ts';
import { beginSending, progressOf, seedSubscribers } from '#test/sending.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';
import { bareMailsPerSecond, end, perSecond } from './parts/mail-rate.ts';
import { memoryOf } from './parts/memory.ts';
import { startBuilt } from './parts/start-built.ts';

const FEW = 1000;
const MANY = 20_000;
const KILLED = 10_000;
// Source: docs/requirements/performance.md P10.
const LARGE_SCHOOL = 10_000;
const LARGE_SCHOOL_SECONDS = 120;
const LARGE_SCHOOL_MB = 500;
// On a list without database statistics, as just after an import.
const BUTTON_SECONDS = 10;
const KILLS = 8;
// Mails that may be sent but not yet recorded at a kill.
const AT_ONCE = 10;

/** Sending: mails a second against the bare mail library with the same mail and sink, memory, and eight kills. */
export default async function measure() {
  const few = await send(FEW);
  // Measured before and after: within minutes, a shared machine gets faster or slower by a fifth.
  const before = await bareMailsPerSecond(FEW * 4, few.mail);
  const many = await send(MANY);
  const bare = (before + (await bareMailsPerSecond(FEW * 4, few.mail))) / 2;
  const speed = many.perSecond;
  const killed = await sendKilled();
  return [
    {
      name: 'newsletter mails sent',
      value: speed,
      reference: bare,
      unit: 'a second',
      ratio: speed / bare,
      aim: '≥ 0.85x of the bare pool',
      met: speed / bare >= 0.85,
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
      name: `the button, for ${MANY} recipients`,
      value: many.buttonSeconds,
      unit: 's',
      aim: `≤ ${BUTTON_SECONDS} s`,
      met: many.buttonSeconds <= BUTTON_SECONDS,
    },
    {
      name: `${LARGE_SCHOOL} recipients, from the button to the last`,
      value: many.largeSchoolSeconds,
      unit: 's',
      aim: `≤ ${LARGE_SCHOOL_SECONDS} s`,
      met: many.largeSchoolSeconds <= LARGE_SCHOOL_SECONDS,
    },
    {
      name: `memory while sending to ${MANY}`,
      value: many.memory,
      unit: 'MB',
      aim: `≤ ${LARGE_SCHOOL_MB} MB`,
      met: many.memory <= LARGE_SCHOOL_MB,
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

const readers = (sink: SmtpSink) => sink.received.filter(({ to }) => to.endsWith('@home.example'));

interface Sent {
  readonly perSecond: number;
  /** The peak memory, in MB. */
  readonly memory: number;
  /** The seconds until the button's call is answered. */
  readonly buttonSeconds: number;
  readonly largeSchoolSeconds: number;
  /** One of the mails. */
  readonly mail: { readonly html: string; readonly text: string };
}

/** One undisturbed sending, measured from the first arrival to the last. */
async function send(count: number): Promise<Sent> {
  const place = await emptyInstallation();
  const sink = await startSmtpSink({ keepSources: count === FEW });
  const token = await seedSubscribers(place, count);
  const program = startBuilt({ ...place.environment, SMTP_URL: sink.url });
  const url = await program.url;
  const times: number[] = [];
  sink.onArrival = ({ to }) => {
    if (to.endsWith('@home.example')) times.push(performance.now());
  };
  const begun = performance.now();
  const id = await beginSending(url, token);
  const buttonSeconds = (performance.now() - begun) / 1000;
  let memory = 0;
  while ((await progressOf(url, token, id)).waiting > 0) {
    memory = Math.max(memory, (await memoryOf(program)).now);
    await wait(200);
  }
  await end(program);
  await sink.close();
  await place.remove();
  if (times.length !== count) throw new Error(`${times.length} of ${count} arrived`);
  const { html = '', text = '' } = count === FEW ? ((await readers(sink)[0]?.open()) ?? {}) : {};
  const last = times[Math.min(count, LARGE_SCHOOL) - 1] ?? Number.NaN;
  return {
    perSecond: perSecond(times),
    memory,
    buttonSeconds,
    largeSchoolSeconds: (last - begun) / 1000,
    mail: { html, text },
  };
}

async function sendKilled() {
  const place = await emptyInstallation();
  const sink = await startSmtpSink({ keepSources: false });
  const token = await seedSubscribers(place, KILLED);
  const start = () => startBuilt({ ...place.environment, SMTP_URL: sink.url });
  let program = start();
  const id = await beginSending(await program.url, token);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const enough = (KILLED / (KILLS + 1)) * kill;
    await new Promise<void>((killed) => {
      sink.onArrival = () => {
        if (sink.received.length < enough) return;
        sink.onArrival = () => undefined;
        program.signal('SIGKILL');
        killed();
      };
    });
    await program.ended;
    program = start();
  }
  const url = await program.url;
  while ((await progressOf(url, token, id)).waiting > 0) await wait(200);
  await end(program);
  await sink.close();
  await place.remove();
  const mails = readers(sink);
  const people = new Set(mails.map(({ to }) => to)).size;
  const ids = new Set(mails.map(({ messageId }) => messageId)).size;
  return { missing: KILLED - people, twice: mails.length - people, ids };
}
