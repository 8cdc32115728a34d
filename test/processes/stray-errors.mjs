import { EventEmitter } from 'node:events';
import pg from 'pg';

/**
 * Loaded into the program before it starts: the first statements that match STRAY_AT each meet an error that nobody can
 * catch, one kind after the other, and are executed only after it.
 */

const moment = new RegExp(process.env.STRAY_AT ?? '$^', 'i');
const query = pg.Client.prototype.query;
const kinds = [
  () => {
    throw new Error('stray exception');
  },
  () => void new EventEmitter().emit('error', new Error('stray event')),
  () => void Promise.reject(new Error('stray rejection')),
];

pg.Client.prototype.query = function straying(statement, ...more) {
  const isIt = moment.test(typeof statement === 'string' ? statement : (statement?.text ?? ''));
  const stray = isIt ? kinds.shift() : undefined;
  if (stray === undefined) return query.call(this, statement, ...more);
  return new Promise((resolve) => {
    setImmediate(stray);
    setImmediate(() => setImmediate(() => resolve(query.call(this, statement, ...more))));
  });
};
