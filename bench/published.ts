import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import {
  makeNewsletter,
  median,
  type Running,
  requestsPerSecond,
  startPart,
  startRunning,
} from './parts/running.ts';

/** Source: docs/requirements/performance.md P2. */
const AIM = 0.7;
const ROUNDS = 3;
const SECONDS = 3;
const ACCEPT = { 'accept-encoding': 'gzip, deflate, br' };

/** Requests a second of a published page against bare node:http with the same bytes, alternating. */
export default async function measure() {
  const running = await startRunning();
  try {
    const rows = [];
    for (const [name, count] of [
      ['a usual newsletter', 20],
      ['100 blocks', 100],
    ] as const) {
      const path = await publishedPath(running, hundredBlocks().slice(0, count));
      rows.push(await compare(running, path, `published page, ${name}, a second`));
    }
    return rows;
  } finally {
    await running.stop();
  }
}

async function publishedPath(running: Running, code: readonly unknown[]): Promise<string> {
  const id = await makeNewsletter(running, code);
  const published = await running.call(newsletterRoutes.publishNewsletter, { id });
  return `/published/${newsletterRoutes.publishNewsletter.reply.parse(published).news_letter.data.attributes.slug}`;
}

async function compare(running: Running, path: string, name: string) {
  const answer = await read(running.url + path);
  const file = join(running.place.folder, 'answer.json');
  writeFileSync(file, JSON.stringify(answer));
  const bare = await startPart('bare-server.ts', file);
  try {
    const ours: number[] = [];
    const reference: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await requestsPerSecond(running.url + path, SECONDS, ACCEPT));
      reference.push(await requestsPerSecond(bare.url, SECONDS, ACCEPT));
    }
    const ratio = median(ours) / median(reference);
    return {
      name,
      value: median(ours),
      reference: median(reference),
      unit: 'requests',
      ratio,
      aim: `≥ ${AIM}x of bare node:http`,
      met: ratio >= AIM,
    };
  } finally {
    await bare.stop();
  }
}

// With node:http, because fetch decompresses.
async function read(
  url: string,
): Promise<{ readonly body: string; readonly headers: Readonly<Record<string, string>> }> {
  return await new Promise((resolve, reject) => {
    const asked = request(url, { headers: ACCEPT }, (response) => {
      const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...headers } = response.headers;
      buffer(response).then((bytes) => {
        const pairs = Object.entries(headers).map(([key, value]) => [key, String(value)] as const);
        resolve({ body: bytes.toString('base64'), headers: Object.fromEntries(pairs) });
      }, reject);
    });
    asked.on('error', reject).end();
  });
}
