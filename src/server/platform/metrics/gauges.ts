import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import { z } from 'zod';
import type { Database } from '#server/platform/db/client.ts';
import { lastBackup } from '#server/platform/last-backup.ts';
import { FOR_OPERATOR } from '#server/platform/mail/failure.ts';

/** Metrics of the whole installation that are queried at each call: things that are stuck, full, or overdue. */

// A sending that a person holds has no trouble. The operator must fix refusals by the mail server; in rows of the
// version before, the words say so. Other troubles are the school's own. A held one continues by itself: after an
// outage, or on the school's next day.
const DELIVERIES = `select case
    when status = 'paused' then case
      when trouble is null then 'paused'
      when coalesce(trouble_for = 'operator', position($2::text in trouble) > 0) then 'refused' else 'stopped' end
    when status = 'sending' and held_until > $1 then case when outages > 0 then 'held' else 'next_day' end
    else status end as state, count(*)::int as count
  from deliveries where status in ('scheduled', 'sending', 'paused') group by 1`;
const STATES = ['scheduled', 'sending', 'held', 'next_day', 'paused', 'stopped', 'refused'] as const;
// Since when the first family waits: from its planned time, or from when its turn came.
const OVERDUE = `select min(due) as due from (
    select min(send_at) as due from deliveries where status = 'scheduled' and send_at <= $1
    union all
    select min(r.due_at) from deliveries d join delivery_recipients r on r.delivery_id = d.id
      where d.status = 'sending' and (d.held_until is null or d.held_until <= $1)
        and r.state in ('waiting', 'sending') and r.due_at <= $1
  ) as each`;

/** The gauges of these metrics. */
export class Gauges {
  readonly #dataDir: string;
  readonly #deliveries;
  readonly #overdue;
  readonly #disk;
  readonly #backup;

  constructor(registry: Registry, dataDir: string) {
    this.#dataDir = dataDir;
    const registers = [registry];
    this.#deliveries = new Gauge({
      name: 'inkwell_deliveries',
      help: 'Sendings that are not done: scheduled, sending, held until the mail server takes more, or until the school’s next day, paused by a person, stopped for a reason of the school’s, refused by the mail server.',
      labelNames: ['state'],
      registers,
    });
    this.#overdue = new Gauge({
      name: 'inkwell_overdue_seconds',
      help: 'For how long the first family waits that should have been sent a newsletter; 0 if none does.',
      registers,
    });
    this.#disk = new Gauge({
      name: 'inkwell_disk_free_bytes',
      help: 'Room left where DATA_DIR is.',
      registers,
    });
    this.#backup = new Gauge({
      name: 'inkwell_last_backup_timestamp_seconds',
      help: 'When `operator backup` last took a backup; absent if never.',
      // With a label the gauge has no value before the first backup.
      labelNames: ['by'],
      registers,
    });
  }

  /** Reads the disk, and the database unless it is unavailable. */
  async ask(database: Database | null, now: Date): Promise<void> {
    this.#deliveries.reset();
    const { bavail, bsize } = await statfs(this.#dataDir);
    this.#disk.set(bavail * bsize);
    const taken = await lastBackup(this.#dataDir);
    if (taken !== null) this.#backup.set({ by: 'operator' }, taken.getTime() / 1000);
    if (database !== null) await this.#askDatabase(database, now);
  }

  async #askDatabase(database: Database, now: Date): Promise<void> {
    for (const state of STATES) this.#deliveries.set({ state }, 0);
    const { rows } = await database.query(DELIVERIES, [now, FOR_OPERATOR]);
    for (const { state, count } of rows) this.#deliveries.set({ state: String(state) }, Number(count));
    const [first] = (await database.query(OVERDUE, [now])).rows;
    const due = z.coerce
      .date()
      .nullable()
      .parse(first?.due ?? null);
    this.#overdue.set(due === null ? 0 : Math.max(0, (now.getTime() - due.getTime()) / 1000));
  }
}
