import { Client } from 'pg';
import { z } from 'zod';
import { MINUTE_MS, SECOND_MS } from '#newsletter/values/durations.ts';
import type { Config } from '#server/config.ts';
import { namedError } from '#server/platform/db/errors.ts';
import { ignoreLostConnection } from '#server/platform/db/pool.ts';
import { ok, type StartupFinding, wrong } from './finding.ts';

const CONNECT_TIMEOUT_MS = 5000;
const row = z.object({ now: z.date() });

/** Whether the server's clock agrees with this machine's: both set times. No finding if the server does not answer. */
export async function checkClock({ databaseUrl }: Config): Promise<readonly StartupFinding[]> {
  if (databaseUrl === undefined) return [];
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  ignoreLostConnection(client);
  try {
    await client.connect();
    const { rows } = await client.query('select clock_timestamp() as now');
    return [compareClocks(row.parse(rows[0]).now, new Date())];
  } catch (error) {
    // The check of the database reports it.
    if (namedError(error) !== error) return [];
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Compares two clocks that were read at about the same time. */
function compareClocks(database: Date, program: Date): StartupFinding {
  const apart = Math.abs(database.getTime() - program.getTime());
  if (apart <= MINUTE_MS) return ok('Clock', 'agrees with the database’s');
  return wrong(
    'Clock',
    `is ${Math.round(apart / SECOND_MS)} s from the database’s: sendings and timetables are early or late`,
    'Set both by NTP',
  );
}
