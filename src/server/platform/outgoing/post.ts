import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent, request } from 'node:https';
import type { NO_ANSWER } from '#contract/api/webhook-states.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import { mayBePublic } from './public-addresses.ts';
import { publicLookup } from './public-lookup.ts';
import { resolvePublicName } from './resolve-name.ts';

/** Sends to an address that a school entered. */

const TIMEOUT_MS = 10 * SECOND_MS;
const ANSWER_MAX = 4096;
const USER_AGENT = 'Webhooks/1';

/** The result: the answer's status and first characters, or why there was none. */
export type Posted =
  | { readonly status: number; readonly answer: string }
  | { readonly noAnswer: (typeof NO_ANSWER)[number] };

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Allows private addresses, any port, and http, for tests and intranets. */
  readonly allowPrivate: boolean;
}

/** Posts once. Follows no redirects, waits ten seconds at most, and reads some kilobytes. Never throws. */
export async function post({ url: text, headers, body, allowPrivate }: Post): Promise<Posted> {
  const url = new URL(text);
  // A name is checked again when it is resolved, an IP address is not.
  if (!allowPrivate && !(mayBePublic(url) && isPlain(url))) return { noAnswer: 'private' };
  const { promise, resolve } = Promise.withResolvers<Posted>();
  const isEncrypted = url.protocol === 'https:';
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const options = {
    method: 'POST',
    headers: { ...headers, 'user-agent': USER_AGENT, 'content-length': Buffer.byteLength(body) },
    signal,
    // A separate agent: no connection is reused, and no proxy of the environment is used.
    ...(allowPrivate ? {} : { lookup: publicLookup((host, done) => resolvePublicName(host, signal, done)) }),
  };
  const sent = isEncrypted
    ? request(url, { ...options, agent: new Agent() })
    : httpRequest(url, { ...options, agent: new HttpAgent() });
  sent.on('error', (error) => resolve({ noAnswer: reasonOf(error) }));
  sent.on('response', (answer) => {
    let read = '';
    const done = () => resolve({ status: answer.statusCode ?? 0, answer: read.slice(0, ANSWER_MAX) });
    answer.setEncoding('utf8');
    answer.on('data', (part: string) => {
      read += part;
      if (read.length < ANSWER_MAX) return;
      done();
      answer.destroy();
    });
    answer.on('end', done);
    // The status has arrived: the rest of the answer would change nothing.
    answer.on('error', done);
  });
  sent.end(body);
  return await promise;
}

/** Whether an address is `https` on its usual port. */
export function isPlain({ protocol, port }: Pick<URL, 'protocol' | 'port'>): boolean {
  return protocol === 'https:' && port === '';
}

function reasonOf(error: NodeJS.ErrnoException): (typeof NO_ANSWER)[number] {
  const { code = '', name } = error;
  if (code === 'PRIVATE') return 'private';
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT') return 'too_slow';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host';
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'refused';
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) return 'certificate';
  return 'broken';
}
