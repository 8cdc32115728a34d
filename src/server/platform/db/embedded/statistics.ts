import type { Pool } from 'pg';
import { type Repeated, repeated } from './repeated.ts';

const CHECK_EVERY_MS = 10_000;
/** For smaller tables the engine reads every row just as fast. */
const SMALL_BYTES = 256 * 1024;

// Tables that grew by half since their last analysis. Pages are compared, as the engine counts no changed rows.
const GROWN = `select c.oid::regclass::text as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
    and pg_relation_size(c.oid) > $1 + 1.5 * c.relpages * current_setting('block_size')::bigint`;

/**
 * Updates the planner's statistics of tables that have grown. The embedded engine has no autovacuum: until the night
 * after an import, it would read the whole list to find a few families by their ids.
 */
export function keepStatisticsTrue(pool: Pool, everyMs: number = CHECK_EVERY_MS): Repeated {
  return repeated(async () => {
    const { rows } = await pool.query<{ name: string }>(GROWN, [SMALL_BYTES]);
    for (const { name } of rows) await pool.query(`analyze ${name}`);
  }, everyMs);
}
