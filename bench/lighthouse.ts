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

/** Source: issue 5, "What it must show". */
const LANDING_AIM = 98;
const NEWSLETTER_AIM = 100;
const LANDING_SCRIPT_BYTES = 120_000;
const ROUNDS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse's marks, by its settings for phones, of the landing page and of a newsletter open to search engines. */
export default async function measure() {
  const running = await startRunning();
  const browser = await startBrowser();
  try {
    const newsletter = await listedNewsletter(running);
    return [
      ...(await marksOf(browser.port, 'landing page', `${running.url}/`, LANDING_AIM, LANDING_SCRIPT_BYTES)),
      ...(await marksOf(browser.port, 'published newsletter', newsletter, NEWSLETTER_AIM, 0)),
    ];
  } finally {
    await browser.stop();
    await running.stop();
  }
}

async function marksOf(port: number, name: string, url: string, aim: number, scriptAim: number) {
  const results: Result[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcome = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] });
    if (outcome === undefined) throw new Error(`Lighthouse says nothing of ${url}`);
    results.push(outcome.lhr);
  }
  const marks = CATEGORIES.map((category) => {
    const value = median(results.map(({ categories }) => (categories[category]?.score ?? 0) * 100));
    return { name: `${name}, ${category}`, value, unit: 'of 100', aim: `≥ ${aim}`, met: value >= aim };
  });
  const script = median(results.map(scriptBytes));
  const aimed = { aim: `≤ ${scriptAim / 1000} KB`, met: script <= scriptAim };
  return [...marks, { name: `${name}, script over the wire`, value: script / 1000, unit: 'KB', ...aimed }];
}

function scriptBytes({ audits }: Result): number {
  const details = audits['network-requests']?.details;
  if (details?.type !== 'table') throw new Error('Lighthouse has no list of what was loaded');
  return details.items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + Number(transferSize), 0);
}

async function listedNewsletter(running: Running): Promise<string> {
  const id = await makeNewsletter(running, hundredBlocks().slice(0, 20));
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
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(said)?.[1];
    if (port !== undefined) resolve(Number(port));
  });
  child.once('exit', () => reject(new Error(`The browser ended: ${said}`)));
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
