import { afterEach, beforeEach, expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { rhythmRoutes } from '#contract/rhythm/rhythm.ts';
import { timingRoutes } from '#contract/timing/timings.ts';
import { DAY_MS, HOUR_MS } from '#newsletter/values/durations.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/create-context.ts';
import type { TestSchool } from '#test/factories.ts';
import { type Program, startProgram } from '#test/program.ts';
import { migratedInstallation, seedSchool, type TestInstallation } from '#test/seed.ts';
import { callProgram } from '#test/sending.ts';

/** The program is killed (-9) in the middle of something due: it happens exactly once, after the restart. */

const PRELOAD = new URL('../../../../../test/processes/die-before.mjs', import.meta.url).href;
const PATIENCE = { interval: 200, timeout: 100_000 };
const TIME = 240_000;

let place: TestInstallation;
let school: TestSchool;
let programs: Program[];
beforeEach(async () => {
  place = await migratedInstallation();
  school = await seedSchool(place);
  programs = [];
});
afterEach(async () => {
  for (const program of programs) program.signal('SIGKILL');
  for (const program of programs) await program.ended;
  await place.remove();
});

/** Starts the program. `dieBefore`: it dies before the first statement that matches. */
function start(dieBefore?: string): Program {
  const dying = dieBefore !== undefined && { NODE_OPTIONS: `--import=${PRELOAD}`, DIE_BEFORE: dieBefore };
  const program = startProgram({ ...place.environment, ...dying });
  programs.push(program);
  return program;
}

async function create(url: string): Promise<string> {
  const news_letter = { title: 'Autumn news', layout_type: 'one_column' };
  const { token } = school.owner;
  const made = await callProgram(url, token, newsletterRoutes.createNewsletter, {}, { news_letter });
  return newsletterRoutes.createNewsletter.reply.parse(made).news_letter.data.id;
}

/** Runs SQL while the program is not running. */
async function sql(...statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const context = await createContext(readConfig(place.environment), () => undefined);
  try {
    let rows: readonly Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await context.database.query(statement));
    return rows;
  } finally {
    await context.mail.close();
    await context.database.close();
  }
}

async function stop(program: Program): Promise<void> {
  program.signal('SIGKILL');
  await program.ended;
}

const logged = (action: string) => `select 1 from audit_log where action = '${action}'`;

it(
  'begins one issue, and not half of one',
  async () => {
    const { token, id: in_charge_id } = school.owner;
    const dying = start('insert into "rhythm_issues"');
    const url = await dying.url;
    const newsletter_id = await create(url);
    await callProgram(url, token, newsletterRoutes.publishNewsletter, { id: newsletter_id });
    const first_on = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
    const when = { is_on: true, every: 'weekly', first_on, time: '15:00', draft_days_before: 6 };
    const rhythm = { ...when, in_term_only: true, newsletter_id, in_charge_id };
    // The program may die before it has answered.
    await callProgram(url, token, rhythmRoutes.setRhythm, { id: school.id }, { rhythm }).catch(() => null);
    await dying.ended;
    expect(await sql('select id from newsletters')).toHaveLength(1);
    expect(await sql('select day from rhythm_issues')).toEqual([]);
    const again = start();
    const here = await again.url;
    const drafts = async () => {
      const listed = await callProgram(here, token, newsletterRoutes.listNewsletters, {});
      return newsletterRoutes.listNewsletters.reply.parse(listed).total - 1;
    };
    await expect.poll(drafts, PATIENCE).toBe(1);
    await stop(again);
    expect(await sql('select day, newsletter_id is not null as made from rhythm_issues')).toEqual([
      { day: first_on, made: true },
    ]);
    expect(await sql(logged('issue_begun'))).toHaveLength(1);
  },
  TIME,
);

it(
  'publishes once what was planned, and not half of it',
  async () => {
    const { token } = school.owner;
    const planning = start();
    const url = await planning.url;
    const id = await create(url);
    const timing = { kind: 'publish', at: new Date(Date.now() + DAY_MS).toISOString() };
    await callProgram(url, token, timingRoutes.planTiming, { id }, { timing });
    await stop(planning);
    const due = new Date(Date.now() - HOUR_MS).toISOString();
    await sql(
      `update timings set at = '${due}'`,
      `update pgboss.job set start_after = '${due}' where name = 'timing'`,
    );
    await start('insert into "editions"').ended;
    expect(await sql(`select 1 from newsletters where status = 'published'`)).toEqual([]);
    expect(await sql(`select 1 from timings where status = 'planned'`)).toHaveLength(1);
    const again = start();
    const here = await again.url;
    const status = async () => {
      const found = await callProgram(here, token, newsletterRoutes.getNewsletter, { id });
      return newsletterRoutes.getNewsletter.reply.parse(found).news_letter.data.attributes.status;
    };
    await expect.poll(status, PATIENCE).toBe('published');
    await stop(again);
    expect(await sql(logged('published_as_planned'))).toHaveLength(1);
    expect(await sql('select 1 from past_editions')).toHaveLength(1);
    expect(await sql(`select 1 from timings where status = 'done'`)).toHaveLength(1);
  },
  TIME,
);
