import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Throws the error that listening would: the port is taken, or the host is not an address of this machine. It runs
 * before a database is opened or made, which takes seconds; `listen` still reports a port that is taken meanwhile.
 */
export async function probePort(host: string, port: number | undefined): Promise<void> {
  if (port === undefined) return;
  const probe = createServer((socket) => socket.destroy());
  probe.listen({ host, port });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
