import pg from 'pg';

/**
 * Preloaded into the program: kills it (-9) before the first statement that matches DIE_BEFORE. Earlier commits are stored,
 * and nothing later happens.
 */

const moment = new RegExp(process.env.DIE_BEFORE ?? '$^', 'i');
const query = pg.Client.prototype.query;

pg.Client.prototype.query = function killing(statement, ...more) {
  if (moment.test(typeof statement === 'string' ? statement : (statement?.text ?? ''))) {
    process.kill(process.pid, 'SIGKILL');
    // Never resolves, so that nothing happens until the process is dead.
    return new Promise(() => {});
  }
  return query.call(this, statement, ...more);
};
