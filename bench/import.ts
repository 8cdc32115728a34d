import { performance } from 'node:perf_hooks';
import { pathOf } from '#contract/route.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/create-context.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { createSchool } from '#test/factories.ts';
import { emptyInstallation } from '#test/seed.ts';
import { mostMemoryWhile } from './parts/memory.ts';
import { type Running, startRunning } from './parts/running.ts';

/** In seconds. Source: docs/requirements/performance.md P9. */
const AIMS = [
  [5000, 20],
  [10_000, 60],
] as const;
const MEMORY_MB = 500;
const AT_ONCE = 500;

/** Imports of a CSV file by HTTP, against bare inserts of the same people. */
export default async function measure() {
  const rows = [];
  for (const [people, aim] of AIMS) {
    const { seconds: value, memory } = await importOf(people);
    const reference = await insertsOf(people);
    rows.push({
      name: `import of ${people.toLocaleString('en-GB')} subscribers`,
      value,
      reference,
      unit: 's',
      ratio: value / reference,
      aim: `≤ ${aim} s`,
      met: value <= aim,
    });
    rows.push({
      name: 'its most memory meanwhile',
      value: memory,
      unit: 'MB',
      aim: `< ${MEMORY_MB} MB`,
      met: memory < MEMORY_MB,
    });
  }
  const wait = await longestWait();
  rows.push({
    name: 'the longest wait of others while 5 MB of commas are read',
    value: wait,
    unit: 'ms',
    aim: `≤ ${WAIT_MS} ms`,
    met: wait <= WAIT_MS,
  });
  return rows;
}

// Source: docs/requirements/threats.md 47.
const WAIT_MS = 200;

/** The longest wait for `/health`, called in sequence, while a file of commas is checked, in milliseconds. */
async function longestWait(): Promise<number> {
  const running = await startRunning();
  try {
    const file = new File([`Name,Email\n${`${','.repeat(240)}\n`.repeat(20_000)}`], 'commas.csv');
    const begin = performance.now();
    let isRead = false;
    const reading = send(running, file, true).catch(() => 0);
    void reading.then(() => {
      isRead = true;
    });
    let longest = 0;
    for (let before = begin; !isRead; before = performance.now()) {
      await (await fetch(`${running.url}/health`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - before);
    }
    return longest;
  } finally {
    await running.stop();
  }
}

const personAt = (index: number) => ({
  firstName: `Zoë${index}`,
  lastName: `Müller ${index}`,
  email: `parent.${index}@families.example`,
});

function csvOf(people: number): string {
  const rows = Array.from({ length: people }, (_, index) => Object.values(personAt(index)).join(';'));
  return `First name;Last name;Email\r\n${rows.join('\r\n')}\r\n`;
}

async function importOf(people: number): Promise<{ readonly seconds: number; readonly memory: number }> {
  const running = await startRunning();
  try {
    const file = new File([csvOf(people)], 'parents.csv');
    // Previews first, then imports, as people do.
    await send(running, file, true);
    const begun = performance.now();
    const { most, result } = await mostMemoryWhile(running.program, () => send(running, file, false));
    if (result !== people) throw new Error(`${result} of ${people} were added`);
    return { seconds: (performance.now() - begun) / 1000, memory: most };
  } finally {
    await running.stop();
  }
}

async function send({ url, token }: Running, file: File, dryRun: boolean): Promise<number> {
  const body = new FormData();
  body.append('dry_run', String(dryRun));
  if (!dryRun) body.append('agreement', 'told');
  body.append('file', file);
  const answer = await fetch(url + pathOf(subscriberRoutes.importSubscribers), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  return subscriberRoutes.importSubscribers.reply.parse(await answer.json()).import.added;
}

async function insertsOf(people: number): Promise<number> {
  const place = await emptyInstallation();
  const context = await createContext(readConfig(place.environment), () => undefined);
  try {
    const { id: schoolId } = await createSchool({ context });
    const begun = performance.now();
    for (let start = 0; start < people; start += AT_ONCE) {
      const rows = Array.from({ length: Math.min(AT_ONCE, people - start) }, (_, index) => ({
        ...personAt(start + index),
        schoolId,
      }));
      await context.database.orm().insert(subscribers).values(rows);
    }
    return (performance.now() - begun) / 1000;
  } finally {
    await context.mail.close();
    await context.database.close();
    await place.remove();
  }
}
