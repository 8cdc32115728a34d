import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { historyRoutes, STATE_MINUTES } from '#contract/history.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { codeSchema } from '#newsletter/document/document.ts';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { recordSave } from '#server/features/newsletters/history/record-state.ts';
import { findNewsletter } from '#server/features/newsletters/repo.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestPerson, type TestSchool } from '#test/factories.ts';
import { createNewsletter } from '#test/newsletters.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { median } from './parts/running.ts';

const STATES = 300;
/** The number of blocks changed in each ten minutes of work. */
const CHANGED_BLOCKS = 3;
const SIZE_AIM = 10;
const SAVES = 60;
const SAVE_AIM = 1.3;

/** The cost of the history of a newsletter of 100 blocks: space for 300 states, and time at each save. */
export default async function measure() {
  const test = await buildTestApp();
  try {
    const school = await createSchool(test);
    return [...(await sizeOfStates(test, school)), await timeOfSaves(test, school)];
  } finally {
    await test.close();
  }
}

/**
 * The size of the states' tables on the disk, with their indexes, against that of the blocks and rendering in the newsletter's
 * row, as text; and against that of its blocks alone.
 */
async function sizeOfStates(test: TestApp, school: TestSchool) {
  const code = codeSchema.parse(hundredBlocks());
  const { id } = await createNewsletter(test, school.owner, { code });
  const before = await bytesOfHistory(test);
  let writer: Pick<TestPerson, 'token'> = school.owner;
  let begun = test.clock.now().getTime();
  for (let state = 1; state < STATES; state += 1) {
    test.clock.advance(STATE_MINUTES * MINUTE_MS);
    if (test.clock.now().getTime() - begun > DAY_MS / 4) {
      // Sessions would expire meanwhile.
      writer = await createStaff(test, school.id, 'editor');
      begun = test.clock.now().getTime();
    }
    for (let change = 0; change < CHANGED_BLOCKS; change += 1) {
      const at = ((state * CHANGED_BLOCKS + change) * 10 + 1) % code.length;
      code[at] = { name: `block-${at}`, type: 'text', value: { html: paragraph(state, change) } };
    }
    await save(test, writer, id, { code });
  }
  const params = { id };
  const { state } = (await test.call(historyRoutes.listStates, { token: writer.token, params })).ok();
  if (state.data.length !== STATES) throw new Error(`There are ${state.data.length} states`);
  const value = ((await bytesOfHistory(test)) - before) / 1024;
  const newsletter = await findNewsletter(test.context.database, school.id, id);
  const blocks = Buffer.byteLength(JSON.stringify(newsletter?.code ?? [])) / 1024;
  const whole = blocks + Buffer.byteLength(newsletter?.body ?? '') / 1024;
  const row = {
    name: `${STATES} states of 100 blocks on the disk, against the newsletter`,
    value,
    unit: 'KB',
  };
  return [
    {
      ...row,
      reference: whole,
      ratio: value / whole,
      aim: `< ${SIZE_AIM}x`,
      met: value / whole < SIZE_AIM,
    },
    {
      ...row,
      name: `${STATES} states of 100 blocks on the disk, against its blocks alone`,
      reference: blocks,
      ratio: value / blocks,
    },
  ];
}

function paragraph(state: number, change: number): string {
  return `<p>State ${state}, change ${change}. ${'Thank you for every tin, packet and enormous marrow. '.repeat(4)}</p>`;
}

const sizes = z.tuple([z.object({ bytes: z.coerce.number() })]);

async function bytesOfHistory({ context }: TestApp): Promise<number> {
  const { rows } = await context.database
    .orm()
    .execute(
      sql`select pg_total_relation_size('newsletter_states') + pg_total_relation_size('state_blocks') as bytes`,
    );
  return sizes.parse(rows)[0].bytes;
}

/** A save by HTTP, against the same without recording its state, which is timed by itself between the saves. */
async function timeOfSaves(test: TestApp, school: TestSchool) {
  const writer = await createStaff(test, school.id, 'editor');
  const { id } = await createNewsletter(test, writer, { code: hundredBlocks() });
  const { database, clock } = test.context;
  const [saves, records]: [number[], number[]] = [[], []];
  for (let at = 0; at < SAVES; at += 1) {
    const code = hundredBlocks().map((block, index) =>
      index === 1 ? { name: 'block-1', type: 'text', value: { html: paragraph(at, 0) } } : block,
    );
    saves.push(await timed(() => save(test, writer, id, { code })));
    const stored = await findNewsletter(database, school.id, id);
    if (stored === null) throw new Error('The newsletter is gone');
    const changed = { ...stored, code: [...stored.code.slice(1), { name: `again-${at}` }] };
    const cause = { reason: 'work', personId: writer.id, now: clock.now() } as const;
    records.push(
      await timed(() =>
        database.transaction(() =>
          recordSave(database, { before: stored, givenUp: [], after: changed }, cause),
        ),
      ),
    );
  }
  const [value, recording] = [median(saves.slice(10)), median(records.slice(10))];
  const reference = value - recording;
  return {
    name: 'save of 100 blocks with history, against one without',
    value,
    reference,
    unit: 'ms',
    ratio: value / reference,
    aim: `< ${SAVE_AIM}x`,
    met: value / reference < SAVE_AIM,
  };
}

async function save(
  test: TestApp,
  { token }: Pick<TestPerson, 'token'>,
  id: string,
  news_letter: object,
): Promise<void> {
  const call = { token, params: { id }, body: { news_letter } };
  (await test.call(newsletterRoutes.updateNewsletter, call)).ok();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
