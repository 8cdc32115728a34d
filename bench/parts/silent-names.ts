import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server that never answers, and the variables with which a program asks it alone about names that schools typed. */
export async function silentNames(): Promise<{
  readonly environment: Readonly<Record<string, string>>;
  close(): void;
}> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const asking = new URL('./ask-silent-names.mjs', import.meta.url).href;
  const SILENT_NAMES = `127.0.0.1:${socket.address().port}`;
  return { environment: { NODE_OPTIONS: `--import=${asking}`, SILENT_NAMES }, close: () => socket.close() };
}
