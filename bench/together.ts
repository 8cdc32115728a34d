import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { codeSchema, fromCode, type StoredBlock } from '#newsletter/document/document.ts';
import { mergeNewsletters } from '#newsletter/merge/merge-newsletters.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestPerson } from '#test/factories.ts';
import { createNewsletter } from '#test/newsletters.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import type { OpenedWindow } from './parts/open-windows.ts';

const SCHOOLS = 10;
const NEWSLETTERS = 200;
const TOGETHER = 20;
const MEASURED_MS = 30_000;
const SAVES = 60;

/**
 * The cost of presence: 20 people in one newsletter and 200 newsletters open, each window going to another block every ten
 * seconds. And the cost of a save that meets somebody else's: refused, merged, sent again.
 */
export default async function measure() {
  const test = await buildTestApp();
  try {
    const url = await test.listen();
    return [...(await mergedSaves(test)), await presence(test, url)];
  } finally {
    await test.close();
  }
}

async function presence(test: TestApp, url: string) {
  const windows = await newsletters(test, url);
  const clients = fork(fileURLToPath(new URL('./parts/open-windows.ts', import.meta.url)));
  try {
    const idle = await shareOfCore(MEASURED_MS / 3);
    clients.send(windows);
    await once(clients, 'message');
    await wait(5000);
    const value = (await shareOfCore(MEASURED_MS)) - idle;
    return {
      name: `${windows.length} open windows`,
      value,
      unit: '% of a core',
      aim: '≤ 5',
      met: value <= 5,
    };
  } finally {
    clients.kill();
  }
}

async function newsletters(test: TestApp, url: string): Promise<readonly OpenedWindow[]> {
  const windows: OpenedWindow[] = [];
  const add = ({ token }: TestPerson, id: string) =>
    windows.push({ url, id, token, window: randomBytes(16).toString('hex') });
  for (let each = 0; each < SCHOOLS; each += 1) {
    const school = await createSchool(test);
    for (let count = 0; count < NEWSLETTERS / SCHOOLS; count += 1) {
      const { id } = await createNewsletter(test, school.owner);
      const people = each + count === 0 ? TOGETHER : 1;
      for (let person = 0; person < people; person += 1)
        add(
          await createStaff(test, school.id, 'editor', { firstName: 'Ivy', lastName: `Walker ${person}` }),
          id,
        );
    }
  }
  return windows;
}

/** The share of a core that this process uses, in percent. */
async function shareOfCore(milliseconds: number): Promise<number> {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  await wait(milliseconds);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 10 / (performance.now() - begun);
}

async function mergedSaves(test: TestApp) {
  const { owner } = await createSchool(test);
  const code = codeSchema.parse(hundredBlocks());
  const { id } = await createNewsletter(test, owner, { code });
  const save = async (blocks: readonly StoredBlock[], title: string, version: number) => {
    const body = { news_letter: { code: blocks, title, version } };
    return await test.call(newsletterRoutes.updateNewsletter, { token: owner.token, params: { id }, body });
  };
  const versionOf = (blocks: readonly StoredBlock[], title: string) => ({
    title,
    document: fromCode('one_column', blocks, { design: null, colours: null, issueDate: null }),
  });
  const plain: number[] = [];
  const withMerge: number[] = [];
  let version = 1;
  for (let at = 0; at < SAVES; at += 1) {
    const title = `Save ${at}`;
    let begun = performance.now();
    version = (await save(code, title, version)).ok().news_letter.data.attributes.version;
    plain.push(performance.now() - begun);
    begun = performance.now();
    const refused = await save(code, `${title}, mine`, version - 1);
    if (refused.status !== 409) throw new Error(`The save was not refused: ${refused.status}`);
    const stored = JSON.parse(refused.text).news_letter.data.attributes;
    const theirs = versionOf(codeSchema.parse(stored.code), stored.title);
    const base = versionOf(code, title);
    const { merged } = mergeNewsletters({ base, theirs, mine: versionOf(code, `${title}, mine`) });
    version = (await save(code, merged.title, version)).ok().news_letter.data.attributes.version;
    withMerge.push(performance.now() - begun);
  }
  const [reference, value] = [plain, withMerge].map(p95);
  if (reference === undefined || value === undefined) throw new Error('Nothing was measured');
  const ratio = value / reference;
  return [
    {
      name: 'save that is refused, merged and sent again, p95',
      value,
      reference,
      unit: 'ms',
      ratio,
      aim: '≤ 1.3 times',
      met: ratio <= 1.3,
    },
  ];
}

function p95(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
}
