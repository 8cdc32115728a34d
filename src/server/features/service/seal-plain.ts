import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { sealAll } from '#server/data/keys/seal-all.ts';
import { queue } from '#server/platform/jobs/jobs.ts';

const sealPlain = queue('seal_plain', z.object({}));

/** Defines the job that encrypts what an older version stored as plain text, once that version no longer runs beside this one. */
export function defineSealing(context: AppContext): void {
  const { jobs, clock, keys } = context;
  jobs.define(sealPlain, async () => {
    if (keys.plainUntil !== null && clock.now() < keys.plainUntil) return;
    await sealAll(context);
  });
  jobs.schedule(sealPlain, '25 * * * *', 'UTC', {});
}
