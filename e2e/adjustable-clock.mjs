/**
 * Imported into the server process by journeys that need time to pass: moves its clock forward by the milliseconds in
 * each message of the parent process.
 */

let ahead = 0;
const machine = Date.now.bind(Date);
const now = () => machine() + ahead;

globalThis.Date = new Proxy(Date, {
  construct: (date, given, made) =>
    Reflect.construct(date, given.length === 0 ? [now()] : given, made === globalThis.Date ? date : made),
  apply: () => new Date().toString(),
  get: (date, key) => (key === 'now' ? now : Reflect.get(date, key)),
});

process.on('message', ({ advance }) => {
  ahead += advance;
  process.send?.({ ahead });
});
process.channel?.unref();
