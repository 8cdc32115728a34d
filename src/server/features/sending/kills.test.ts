import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Program, startProgram } from '#test/program.ts';
import { emptyPlace, type Place } from '#test/seed.ts';
import { beginSending, progressOf, seedSubscribers } from '#test/sending.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';

/** Accident R3 of design/threats.md: the whole program is killed (-9) while it sends, and started again. */

const RECIPIENTS = 500;
const KILLS = 8;
// What may be on its way and not yet written down.
const AT_ONCE = 10;
const PATIENCE = { interval: 100, timeout: 100_000 };

let place: Place;
let sink: SmtpSink;
let programs: Program[];
beforeEach(async () => {
  place = await emptyPlace();
  sink = await startSmtpSink();
  programs = [];
});
afterEach(async () => {
  for (const program of programs) program.signal('SIGKILL');
  await Promise.all(programs.map(({ ended }) => ended));
  await sink.close();
  await place.remove();
});

function start(): Program {
  const program = startProgram({ ...place.environment, SMTP_URL: sink.url });
  programs.push(program);
  return program;
}

// The summary goes to the sender.
const arrived = () => sink.arrived.filter(({ to }) => to.endsWith('@home.example'));
const readers = () => new Set(arrived().map(({ to }) => to));

it('misses nobody, however often it is killed, and only what was on its way comes twice', async () => {
  const token = await seedSubscribers(place, RECIPIENTS);
  let program = start();
  const id = await beginSending(await program.url, token);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const enough = (RECIPIENTS / (KILLS + 1)) * kill;
    // In the middle of taking a mail, before the program learns of it.
    await new Promise<void>((killed) => {
      sink.onArrival = () => {
        if (readers().size < enough) return;
        sink.onArrival = () => undefined;
        program.signal('SIGKILL');
        killed();
      };
    });
    await program.ended;
    program = start();
  }
  const url = await program.url;
  await expect.poll(async () => (await progressOf(url, token, id)).status, PATIENCE).toBe('done');
  expect(await progressOf(url, token, id)).toMatchObject({ sent: RECIPIENTS, failed: 0, skipped: 0 });
  expect(readers().size).toBe(RECIPIENTS);
  const twice = arrived().length - RECIPIENTS;
  expect(twice).toBeLessThanOrEqual(AT_ONCE * KILLS);
  // Whatever came twice can be told by its id.
  expect(new Set(arrived().map(({ messageId }) => messageId)).size).toBe(RECIPIENTS);
}, 300_000);

// The embedded database is for one process.
if (process.env.TEST_DATABASE_URL !== undefined)
  it('is shared by two processes, and nobody gets two mails', async () => {
    const token = await seedSubscribers(place, RECIPIENTS);
    const [one, two] = [start(), start()];
    await two.url;
    const id = await beginSending(await one.url, token);
    const url = await two.url;
    await expect.poll(async () => (await progressOf(url, token, id)).status, PATIENCE).toBe('done');
    expect(readers().size).toBe(RECIPIENTS);
    expect(arrived()).toHaveLength(RECIPIENTS);
  }, 300_000);
