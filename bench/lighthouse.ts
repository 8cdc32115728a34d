import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { type Result } from 'lighthouse';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolRoutes } from '#contract/school.ts';
import { chromiumExecutable } from '#test/chromium.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { makeNewsletter, median, type Running, startRunning } from './parts/running.ts';
import { withFiles } from './parts/with-files.ts';

/** Source: docs/requirements/performance.md P7. */
const LANDING_AIM = 98;
const NEWSLETTER_AIM = 100;
const LANDING_SCRIPT_BYTES = 30_000;
const NEWSLETTER_HTML_BYTES = 15_000;
const ROUNDS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse scores, with its phone settings, of the landing page and of a newsletter open to search engines. */
export default async function measure() {
  const running = await startRunning();
  const browser = await startBrowser();
  try {
    const newsletter = await listedNewsletter(running);
    return [
      ...(await marksOf(browser.port, 'landing page', `${running.url}/`, {
        mark: LANDING_AIM,
        script: LANDING_SCRIPT_BYTES,
      })),
      ...(await marksOf(browser.port, 'published newsletter', newsletter, {
        mark: NEWSLETTER_AIM,
        script: 0,
        document: NEWSLETTER_HTML_BYTES,
      })),
    ];
  } finally {
    await browser.stop();
    await running.stop();
  }
}

interface Aims {
  readonly mark: number;
  /** The size of the scripts over the wire, in bytes, headers included. */
  readonly script: number;
  readonly document?: number;
}

async function marksOf(port: number, name: string, url: string, aims: Aims) {
  const results: Result[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcome = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] });
    if (outcome === undefined) throw new Error(`Lighthouse has no result for ${url}`);
    results.push(outcome.lhr);
  }
  const marks = CATEGORIES.map((category) => {
    const value = median(results.map(({ categories }) => (categories[category]?.score ?? 0) * 100));
    const met = value >= aims.mark;
    if (!met)
      console.log(`${name}, ${category}: ${results.map((each) => failedAudits(each, category)).join(' · ')}`);
    return { name: `${name}, ${category}`, value, unit: 'of 100', aim: `≥ ${aims.mark}`, met };
  });
  const elsewhere = new Set(
    results.flatMap(loadedBy).map(({ url: loaded }) => new URL(String(loaded), url).origin),
  );
  elsewhere.delete(new URL(url).origin);
  return [
    ...marks,
    weight(results, `${name}, script`, 'Script', aims.script),
    ...(aims.document === undefined ? [] : [weight(results, `${name}, HTML`, 'Document', aims.document)]),
    {
      name: `${name}, other hosts`,
      value: elsewhere.size,
      unit: 'hosts',
      aim: '0',
      met: elsewhere.size === 0,
    },
  ];
}

/** The audits that lowered a score, with their results. */
function failedAudits({ categories, audits }: Result, category: string): string {
  const counted = categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return counted
    .map(({ id }) => audits[id])
    .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 1)
    .map((audit) => `${audit?.id} ${audit?.score} ${audit?.displayValue ?? ''}`.trim())
    .join(', ');
}

function weight(results: readonly Result[], name: string, kind: string, aim: number) {
  const bytes = median(
    results.map((result) =>
      loadedBy(result)
        .filter(({ resourceType }) => resourceType === kind)
        .reduce((sum, { transferSize }) => sum + Number(transferSize), 0),
    ),
  );
  return {
    name: `${name} over the wire`,
    value: bytes / 1000,
    unit: 'KB',
    aim: `≤ ${aim / 1000} KB`,
    met: bytes <= aim,
  };
}

function loadedBy({ audits }: Result) {
  const details = audits['network-requests']?.details;
  if (details?.type !== 'table') throw new Error('Lighthouse has no list of requests');
  return details.items;
}

async function listedNewsletter(running: Running): Promise<string> {
  // With real pictures and a file, like a parent's.
  const id = await makeNewsletter(running, await withFiles(running, hundredBlocks().slice(0, 20)));
  const published = await running.call(newsletterRoutes.publishNewsletter, { id });
  const { slug } = newsletterRoutes.publishNewsletter.reply.parse(published).news_letter.data.attributes;
  const mine = schoolRoutes.mySchool.reply.parse(await running.call(schoolRoutes.mySchool, {}));
  await running.call(
    schoolRoutes.updateSchool,
    { id: mine.school.data?.id ?? '' },
    { school: { search_engines: true } },
  );
  return `${running.url}/published/${slug}`;
}

async function startBrowser() {
  const { executablePath, args, env } = await chromiumExecutable();
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  const flags = [
    ...args,
    '--headless',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
    'about:blank',
  ];
  const child = spawn(executablePath, flags, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(output)?.[1];
    if (port !== undefined) resolve(Number(port));
  });
  child.once('exit', () => reject(new Error(`The browser ended: ${output}`)));
  const ended = once(child, 'exit');
  return {
    port: await promise,
    stop: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
