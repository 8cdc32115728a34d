import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import { ScannerAway, type ScannerPort } from './scanner.ts';

/**
 * ClamAV's daemon by its socket. Each file uses its own connection, as INSTREAM: pieces preceded by their length, and a
 * last one of length zero. Source: https://docs.clamav.net/manual/Usage/Scanning.html#clamd, `man clamd`.
 */

/** The daemon's address: a socket file, or a host and port. */
export type ClamdPlace = { readonly path: string } | { readonly host: string; readonly port: number };

const PORT = 3310;
/** The longest time without a byte in either direction: ClamAV's own limit for a file is two minutes. */
const SILENT_MS = 150 * SECOND_MS;
const CONNECT_MS = 5 * SECOND_MS;
const PIECE = 64 * 1024;
const ANSWER_MAX = 4096;
/** The answer for files that exceed its limits, if `AlertExceedsMax` is set; otherwise it calls them clean. */
const NOT_TO_THE_END = 'Heuristics.Limits.Exceeded';
const END = Buffer.alloc(4);

/** Parses an address such as `unix:///run/clamav/clamd.ctl` or `tcp://127.0.0.1:3310`. */
export function clamdPlace(address: string): ClamdPlace {
  const { protocol, hostname, port, pathname } = new URL(address);
  if (protocol === 'unix:') return { path: decodeURIComponent(pathname) };
  return { host: hostname.replaceAll(/^\[|\]$/g, ''), port: port === '' ? PORT : Number(port) };
}

/** Creates the port, without connecting yet. */
export function clamdAt(place: ClamdPlace): ScannerPort {
  return {
    async scan(bytes) {
      const answer = await ask(place, 'INSTREAM', bytes);
      const [, found] = /^stream: (.*) FOUND$/.exec(answer) ?? [];
      if (found?.startsWith(NOT_TO_THE_END)) throw new ScannerAway(`The virus scanner says ‘${answer}’`);
      if (found !== undefined) return found;
      if (answer === 'stream: OK') return null;
      throw new ScannerAway(`The virus scanner says ‘${answer}’`);
    },
    async check() {
      const answer = await ask(place, 'PING', Readable.from([]));
      if (answer !== 'PONG') throw new ScannerAway(`The virus scanner says ‘${answer}’`);
    },
  };
}

async function ask(place: ClamdPlace, command: 'INSTREAM' | 'PING', bytes: Readable): Promise<string> {
  const socket = connect(place);
  socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('it does not answer')));
  socket.once('connect', () => socket.setTimeout(SILENT_MS));
  const answer = answerOf(socket);
  try {
    socket.write(`z${command}\0`);
    // If the file is too large, the answer comes early and the connection ends: the answer says why.
    if (command === 'INSTREAM') send(bytes, socket).catch(() => socket.destroy());
    return await answer;
  } catch (error) {
    throw new ScannerAway(`The virus scanner is away: ${error instanceof Error ? error.message : error}`);
  } finally {
    bytes.destroy();
    socket.destroy();
  }
}

async function send(bytes: Readable, socket: Socket): Promise<void> {
  await pipeline(bytes, pieces, socket, { end: false });
}

async function* pieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; at += PIECE) {
      const piece = chunk.subarray(at, at + PIECE);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(piece.length);
      yield Buffer.concat([length, piece]);
    }
  yield END;
}

/** The answer, without its final zero byte. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
      const end = text.indexOf('\0');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > ANSWER_MAX) reject(new Error('it says something else than a scanner'));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('it ended the connection')));
  });
}
