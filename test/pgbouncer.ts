import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { answers, freePort, ordinaryUser } from './postgres.ts';

export interface TestPgBouncer {
  /** The address by which a database on the server is reached through PgBouncer. */
  through(url: string): string;
  stop(): Promise<void>;
}

/**
 * Starts the machine's PgBouncer in transaction mode in front of a server: each transaction may get another connection. Started by
 * root, it runs as an ordinary user.
 */
export async function startPgBouncer(server: string): Promise<TestPgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const port = await freePort();
  const target = new URL(server);
  const users = join(folder, 'users.txt');
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: 8,
    max_client_conn: 500,
    server_idle_timeout: 5,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const databases = `[databases]\n* = host=${target.hostname} port=${target.port || 5432}\n`;
  writeFileSync(join(folder, 'pgbouncer.ini'), `${databases}[pgbouncer]\n${lines.join('\n')}\n`);
  writeFileSync(users, `"${decodeURIComponent(target.username)}" "${decodeURIComponent(target.password)}"\n`);
  const options = ordinaryUser(folder);
  const started = spawn('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], options);
  const ended = new Promise<void>((resolve) => started.once('exit', () => resolve()));
  const through = (url: string) => {
    const address = new URL(url);
    address.hostname = '127.0.0.1';
    address.port = String(port);
    return address.href;
  };
  while (!(await answers(through(server)))) {
    if (started.exitCode !== null) throw new Error(`PgBouncer ended with code ${started.exitCode}`);
    await delay(50);
  }
  return {
    through,
    stop: async () => {
      started.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
