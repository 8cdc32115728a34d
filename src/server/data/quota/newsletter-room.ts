import { z } from 'zod';
import { NEWSLETTER_BYTES, NEWSLETTER_ROOM_MESSAGES } from '#contract/rules/newsletter-room.ts';
import type { AppContext } from '#server/context.ts';
import { loadSchool, type School } from '#server/data/schools.ts';
import { isOnTrialQuota } from '#server/data/trial-quota.ts';
import type { Database } from '#server/platform/db/client.ts';
import { tooLarge } from '#server/platform/http/errors.ts';

/** The storage that a school's newsletters use, and their limit. Threat 9. */

// Stored sizes, compressed: `pg_column_size` reads no content.
const USED = `select (
    (select coalesce(sum(pg_column_size(code) + pg_column_size(body)), 0) from newsletters where school_id = $1)
    + (select coalesce(sum(pg_column_size(page_html) + pg_column_size(page_gzip) + pg_column_size(page_brotli)
      + pg_column_size(mail_html) + coalesce(pg_column_size(code), 0) + pg_column_size(mail_text)), 0) from editions where school_id = $1)
    + (select coalesce(sum(pg_column_size(content)), 0) from state_blocks where school_id = $1)
    + (select coalesce(sum(pg_column_size(page) + pg_column_size(mail) + pg_column_size(mail_text)
      + coalesce(pg_column_size(source), 0)), 0) from past_editions where school_id = $1)
  ) as used`;
const usedRow = z.object({ used: z.coerce.number() });

/** The bytes that a school's newsletters use, including their history and editions. */
export async function newsletterBytes(database: Database, schoolId: string): Promise<number> {
  const { rows } = await database.query(USED, [schoolId]);
  return usedRow.parse(rows[0]).used;
}

/** The most bytes that a school's newsletters may use. */
export function newsletterBytesMax(context: AppContext, school: School): number {
  return school.newsletterBytes ?? NEWSLETTER_BYTES[isOnTrialQuota(context, school) ? 'trial' : 'plan'];
}

/** Throws the 413 if a school's newsletters have used up their storage. */
export async function requireNewsletterRoom(context: AppContext, schoolId: string): Promise<void> {
  const school = await loadSchool(context.database, schoolId);
  if ((await newsletterBytes(context.database, schoolId)) >= newsletterBytesMax(context, school))
    throw tooLarge(NEWSLETTER_ROOM_MESSAGES.full);
}
