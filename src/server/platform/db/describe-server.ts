import { Client } from 'pg';
import { z } from 'zod';
import { namedError } from './errors.ts';
import { ignoreLostConnection } from './pool.ts';

const CONNECT_TIMEOUT_MS = 5000;

const row = z.object({
  /** For example 160004 for 16.4. */
  version: z.coerce.number(),
  hasTables: z.boolean(),
  hasRole: z.boolean(),
  policies: z.coerce.number(),
  hasId: z.boolean(),
  isReplica: z.boolean(),
});
const idRow = z.object({ id: z.uuid() });
/** `id`: the installation id, see `features/attachments/storage/installation.ts`; null before the first start. */
export type ServerDescription = Omit<z.infer<typeof row>, 'hasId'> & { readonly id: string | null };

/**
 * Reads the version of a PostgreSQL server and whether the program's tables, role and policies exist. Changes nothing.
 * Throws `DatabaseUnavailable` if it cannot be reached, and other errors of the server.
 */
export async function describeServer(url: string): Promise<ServerDescription> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  ignoreLostConnection(client);
  try {
    await client.connect();
    const { rows } = await client.query(`select
      current_setting('server_version_num') as version,
      to_regclass('public.schools') is not null as "hasTables",
      to_regclass('public.installation') is not null as "hasId",
      exists (select from pg_roles where rolname = 'app_tenant') as "hasRole",
      (select count(*) from pg_policies where schemaname = 'public') as policies,
      pg_is_in_recovery() as "isReplica"`);
    const { hasId, ...found } = row.parse(rows[0]);
    const ids = hasId ? (await client.query('select id from installation')).rows : [];
    return { ...found, id: ids.length === 0 ? null : idRow.parse(ids[0]).id };
  } catch (error) {
    throw namedError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
