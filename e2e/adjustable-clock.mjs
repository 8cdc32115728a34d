import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/**
 * Imported into the server process and its threads by journeys that need time to pass: moves their clock forward by the milliseconds
 * in CLOCK_AHEAD, and in each message of the parent process.
 */

/** The milliseconds by which the clock is ahead, in memory that the process's threads share. */
const ahead =
  getEnvironmentData('ahead') ??
  new Float64Array(new SharedArrayBuffer(8)).fill(Number(process.env.CLOCK_AHEAD ?? 0));
setEnvironmentData('ahead', ahead);
const machine = Date.now.bind(Date);
const now = () => machine() + ahead[0];

globalThis.Date = new Proxy(Date, {
  construct: (date, given, made) =>
    Reflect.construct(date, given.length === 0 ? [now()] : given, made === globalThis.Date ? date : made),
  apply: () => new Date().toString(),
  get: (date, key) => (key === 'now' ? now : Reflect.get(date, key)),
});

process.on('message', ({ advance }) => {
  ahead[0] += advance;
  process.send?.({ ahead: ahead[0] });
});
process.channel?.unref();
