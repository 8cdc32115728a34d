import pg from 'pg';

/**
 * Loaded into the program before it starts: kills it (-9) just before the first statement that matches DIE_BEFORE. All
 * that was committed before is there, nothing after it happens.
 */

const moment = new RegExp(process.env.DIE_BEFORE ?? '$^', 'i');
const query = pg.Client.prototype.query;

pg.Client.prototype.query = function killing(statement, ...more) {
  if (moment.test(typeof statement === 'string' ? statement : (statement?.text ?? ''))) {
    process.kill(process.pid, 'SIGKILL');
    // Until it is: nothing more is said.
    return new Promise(() => {});
  }
  return query.call(this, statement, ...more);
};
