import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import S3rver from '@20minutes/s3rver';
import type { S3Config } from '#server/config.ts';
import { STORE_LIMITS, type StoreLimits } from '#server/platform/files/s3/bucket.ts';

/** An S3 store on this machine, behind a proxy that lets it misbehave. */

/** The trouble that a call meets instead of the store's answer. */
type Trouble =
  /** The connection breaks. */
  | 'away'
  /** No answer comes. */
  | 'slow'
  /** The answer stops in the middle, and its connection stays. */
  | 'stalled'
  /** The answer breaks off in the middle. */
  | 'cut'
  /** The store takes the call and forgets it. */
  | 'forgetful'
  /** An error of the store, by its code. */
  | { readonly status: number; readonly code: string }
  /** Another answer. */
  | { readonly says: string };

/** A running store with an empty bucket. */
export interface TestStore {
  readonly config: S3Config;
  /** The variables of a program that keeps its files there. */
  readonly environment: Readonly<Record<string, string>>;
  /** Chooses the trouble of each call, by its method and path; null for the store's own answer. */
  trouble: (call: string, isSigned: boolean) => Trouble | null;
  /** All calls since the start. */
  readonly calls: readonly string[];
  close(): Promise<void>;
}

/** Short limits, so that tests need not wait for a slow store. */
export const IMPATIENT: StoreLimits = { ...STORE_LIMITS, readMs: 250, writeMs: 250, pauseMs: 250 };

const BUCKET = 'inkwell';
const HOST = '127.0.0.1';

/** The store behind the proxy. */
interface Upstream {
  readonly port: number;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  close(): Promise<void>;
}

/** The store at TEST_S3_URL, `http://key:secret@127.0.0.1:port` with an empty bucket `inkwell`; otherwise one from a package. */
async function openUpstream(): Promise<Upstream> {
  if (process.env.TEST_S3_URL === undefined) return await startPackage();
  const { port, username, password } = new URL(process.env.TEST_S3_URL);
  const close = async () => undefined;
  return { port: Number(port), accessKeyId: decodeURIComponent(username), secretAccessKey: password, close };
}

async function startPackage(): Promise<Upstream> {
  const directory = await mkdtemp(join(tmpdir(), 'inkwell-s3-'));
  const configureBuckets = [{ name: BUCKET }];
  // Unlike S3, the package computes the signature of a bucket's address without its final slash.
  const allowMismatchedSignatures = true;
  const options = { address: HOST, port: 0, silent: true, directory, configureBuckets };
  const server = new S3rver({ ...options, allowMismatchedSignatures });
  const { port } = await server.run();
  const close = async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { port, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', close };
}

/** Starts a store on a free port. */
export async function startS3Store(): Promise<TestStore> {
  const upstream = await openUpstream();
  const { port, accessKeyId, secretAccessKey } = upstream;
  const calls: string[] = [];
  const store = { trouble: (_call: string, _isSigned: boolean): Trouble | null => null };
  const proxy = createServer((incoming, outgoing) => {
    const call = `${incoming.method} ${incoming.url}`;
    calls.push(call);
    answer(store.trouble(call, incoming.headers.authorization !== undefined), port, incoming, outgoing);
  });
  const endpoint = await new Promise<string>((resolve) => {
    proxy.listen(0, HOST, () => {
      const address = proxy.address();
      resolve(`http://${HOST}:${typeof address === 'object' ? address?.port : 0}`);
    });
  });
  const config: S3Config = {
    endpoint,
    bucket: BUCKET,
    region: 'us-east-1',
    accessKeyId,
    secretAccessKey,
    style: 'path',
  };
  return Object.assign(store, {
    config,
    environment: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: config.bucket,
      S3_REGION: config.region,
      S3_ACCESS_KEY_ID: config.accessKeyId,
      S3_SECRET_ACCESS_KEY: config.secretAccessKey,
    },
    calls,
    close: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await upstream.close();
    },
  });
}

function answer(
  trouble: Trouble | null,
  port: number,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  if (trouble === 'away') return void incoming.socket.destroy();
  if (trouble === 'slow') return;
  if (trouble === 'forgetful') return void incoming.resume().on('end', () => outgoing.end());
  if (typeof trouble === 'object' && trouble !== null)
    return void incoming.resume().on('end', () => {
      const isError = 'code' in trouble;
      outgoing.writeHead(isError ? trouble.status : 200, { 'content-type': 'application/xml' });
      outgoing.end(
        isError ? `<Error><Code>${trouble.code}</Code><Message>No</Message></Error>` : trouble.says,
      );
    });
  const { method, url: path, headers } = incoming;
  // The host is part of the signature.
  const forwarded = request({ host: HOST, port, method, path, headers }, (found) => {
    if (outgoing.destroyed) return void found.destroy();
    outgoing.writeHead(found.statusCode ?? 500, found.headers);
    if (trouble === null) return void pipeline(found, outgoing, () => undefined);
    found.once('data', (bytes: Buffer) => {
      outgoing.write(bytes.subarray(0, bytes.length / 2), () => {
        if (trouble === 'cut') incoming.socket.destroy();
      });
      found.destroy();
    });
  });
  pipeline(incoming, forwarded, () => undefined);
}
