import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Throws what listening would throw: the port is taken, or the host is no address of this machine. Asked before a database is opened
 * or made, which takes seconds; whoever listens then is still told if it was taken meanwhile.
 */
export async function probePort(host: string, port: number | undefined): Promise<void> {
  if (port === undefined) return;
  const probe = createServer((socket) => socket.destroy());
  probe.listen({ host, port });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
