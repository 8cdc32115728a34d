import { afterEach, beforeEach, expect, it } from 'vitest';
import { startChild } from '#test/child.ts';
import { startProgram } from '#test/program.ts';
import { migratedInstallation, type TestInstallation } from '#test/seed.ts';
import { beginSending, progressOf, seedSubscribers } from '#test/sending.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';

/** Accident R3: the sending process is killed (-9) in the middle, repeatedly. */

const RECIPIENTS = 500;
const KILLS = 5;
// The number of mails that may be sent without a stored outcome.
const AT_ONCE = 10;
const PATIENCE = { interval: 100, timeout: 100_000 };

let place: TestInstallation;
let sinks: SmtpSink[];
let kills: (() => Promise<void>)[];
beforeEach(async () => {
  place = await migratedInstallation();
  sinks = [];
  kills = [];
});
afterEach(async () => {
  await Promise.all(kills.map((kill) => kill()));
  await Promise.all(sinks.map((sink) => sink.close()));
  await place.remove();
});

async function openSink(): Promise<SmtpSink> {
  const sink = await startSmtpSink();
  sinks.push(sink);
  return sink;
}

/** Starts the whole program. */
function start({ url: SMTP_URL }: SmtpSink) {
  const program = startProgram({ ...place.environment, SMTP_URL });
  const kill = async () => {
    program.signal('SIGKILL');
    await program.ended;
  };
  kills.push(kill);
  return { url: program.url, kill };
}

/** Starts only the sending part, which waits for a signal: that is faster. */
function prepareSending({ url: SMTP_URL }: SmtpSink) {
  const child = startChild('send-newsletters.ts', JSON.stringify({ ...place.environment, SMTP_URL }));
  kills.push(child.kill);
  return child;
}

// Leaves out the summary to the delivery's creator.
const arrived = () => sinks.flatMap((sink) => sink.received).filter(({ to }) => to.endsWith('@home.example'));
const readers = () => new Set(arrived().map(({ to }) => to));

it('misses nobody when killed repeatedly, and repeats only mails that were being sent', async () => {
  const sink = await openSink();
  const token = await seedSubscribers(place, RECIPIENTS);
  const first = start(sink);
  const id = await beginSending(await first.url, token);
  let { kill } = first;
  for (let time = 1; time <= KILLS; time += 1) {
    const next = time < KILLS ? prepareSending(sink) : null;
    const enough = (RECIPIENTS / (KILLS + 1)) * time;
    // Kills while the mail server accepts a mail, before the process knows.
    await new Promise<void>((killed, failed) => {
      sink.onArrival = () => {
        if (readers().size < enough) return;
        sink.onArrival = () => undefined;
        kill().then(killed, failed);
      };
    });
    if (next === null) break;
    next.go();
    ({ kill } = next);
  }
  const url = await start(sink).url;
  await expect.poll(() => progressOf(url, token, id), PATIENCE).toMatchObject({ status: 'done', waiting: 0 });
  expect(await progressOf(url, token, id)).toMatchObject({ sent: RECIPIENTS, failed: 0, skipped: 0 });
  expect(readers().size).toBe(RECIPIENTS);
  const twice = arrived().length - RECIPIENTS;
  expect(twice).toBeLessThanOrEqual(AT_ONCE * KILLS);
  // A repeated mail has the same id.
  expect(new Set(arrived().map(({ messageId }) => messageId)).size).toBe(RECIPIENTS);
}, 300_000);

// Skipped on the embedded database, which allows one process.
if (process.env.TEST_DATABASE_URL !== undefined)
  it('is shared by two processes, and nobody gets two mails', async () => {
    const token = await seedSubscribers(place, RECIPIENTS);
    const [one, two] = [await openSink(), await openSink()];
    // The servers are slow, so that both processes have started before one has sent much.
    const both = Promise.withResolvers<void>();
    for (const sink of [one, two])
      sink.onArrival = async () => {
        if (one.received.length > 0 && two.received.length > 0) both.resolve();
        if (sink.received.length > 20) await both.promise;
      };
    const url = await start(one).url;
    prepareSending(two).go();
    const id = await beginSending(url, token);
    await expect
      .poll(() => progressOf(url, token, id), PATIENCE)
      .toMatchObject({ status: 'done', waiting: 0 });
    expect(readers().size).toBe(RECIPIENTS);
    expect(arrived()).toHaveLength(RECIPIENTS);
    for (const sink of [one, two]) expect(sink.received.length).toBeGreaterThan(0);
  }, 300_000);
