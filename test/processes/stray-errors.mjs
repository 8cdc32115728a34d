import { EventEmitter } from 'node:events';
import pg from 'pg';

/**
 * Preloaded into the program: before each of the first statements that match STRAY_AT, an uncatchable error occurs, each
 * time of another kind.
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
