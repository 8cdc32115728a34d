import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { PgBossJobs } from '#server/platform/jobs/pg-boss.ts';

/** Begins a job that takes longer than any test, while another one waits. Prints `begun`. */
const database = await openDatabase({ dataDir: process.argv[2] });
const jobs = new PgBossJobs(database, () => undefined);
const tasks = queue('tasks', z.string());
const options = { retryDelay: 1, retryDelayMax: 1 };
const sent = Promise.withResolvers<void>();
const work = async () => {
  await sent.promise;
  process.stdout.write('begun\n');
  await delay(HOUR_MS);
};
jobs.define(tasks, work, options);
await jobs.start();
await jobs.send(tasks, 'begun before the kill');
await jobs.send(tasks, 'waiting at the kill');
sent.resolve();
