import { readConfig } from '#server/config.ts';
import { createContext } from '#server/create-context.ts';
import { createSchool } from '#test/factories.ts';
import type { TestInstallation } from '#test/seed.ts';
import { hundredBlocks } from './hundred-blocks.ts';

/** The size of each school of a county. */
const EACH = { newsletters: 40, families: 500, sendings: 5 } as const;
const BLOCKS = 20;

/** Fills the database of a place with equal schools, while no program uses it. Resolves to one school's owner and newsletter. */
export async function seedCountry(
  { environment }: TestInstallation,
  schools: number,
): Promise<{ readonly token: string; readonly newsletter: string }> {
  const context = await createContext(readConfig(environment), () => undefined);
  const { database } = context;
  try {
    const { id, owner } = await createSchool({ context });
    await database.query(SCHOOLS, [schools - 1]);
    await database.query(NEWSLETTERS, [
      EACH.newsletters,
      JSON.stringify(hundredBlocks().slice(0, BLOCKS)),
      page(),
    ]);
    await database.query(FAMILIES, [EACH.families]);
    await database.query(DELIVERIES, [EACH.sendings]);
    await database.query(RECIPIENTS);
    await database.query('vacuum (analyze)');
    const { rows } = await database.query(
      `select id from newsletters where school_id = $1 and status = 'draft' order by created_at limit 1`,
      [id],
    );
    return { token: owner.token, newsletter: String(rows[0]?.id) };
  } finally {
    await context.mail.close();
    await database.close();
  }
}

const SCHOOLS = `insert into schools (name, email, phone)
  select 'School ' || n, 'office@school-' || n || '.example', '020' from generate_series(1, $1::int) as n`;
// One row per school at a time, as lists grow: a school's rows are spread over the table.
const NEWSLETTERS = `insert into newsletters (school_id, title, layout_type, code, body, status, slug, created_at, updated_at)
  select schools.id, (array['Autumn news', 'Sports day', 'Harvest festival', 'Term dates', 'Head''s letter'])[1 + n % 5] || ', week ' || n,
    'one_column', $2::jsonb, $3::text || n, case when n % 2 = 0 then 'published' else 'draft' end,
    'news-' || n || '-' || left(md5(schools.id::text || n), 14), now() - n * interval '7 days', now() - n * interval '7 days'
  from generate_series(1, $1::int) as n cross join schools order by n, schools.id`;
const FAMILIES = `insert into subscribers (school_id, first_name, last_name, email, status, created_at)
  select schools.id, (array['Amelia', 'Oliver', 'Zofia', 'Priya', 'Jack', 'Wei', 'Ngozi'])[1 + n % 7],
    (array['Okafor', 'Bennett', 'Nowak', 'Patel', 'Thompson', 'Chen', 'Eze', 'Khan', 'Murphy', 'Silva', 'Weber'])[1 + n % 11] || ' ' || n,
    'parent.' || n || '@' || left(md5(schools.id::text), 8) || '.example',
    case when n % 50 = 0 then 'unsubscribed' else 'subscribed' end, now() - n * interval '1 day'
  from generate_series(1, $1::int) as n cross join schools order by n, schools.id`;
const DELIVERIES = `insert into deliveries (school_id, newsletter_id, status, subject, preview_text, reply_to, from_name, created_at, started_at, finished_at)
  select school_id, id, 'done', title, '', 'office@school.example', 'School', created_at, created_at, created_at
  from (select *, row_number() over (partition by school_id order by created_at) as at from newsletters where status = 'published') as sent
  where at <= $1::int order by created_at`;
const RECIPIENTS = `insert into delivery_recipients (delivery_id, school_id, newsletter_id, subscriber_id, state, attempts, due_at, first_tried_at, ended_at)
  select deliveries.id, deliveries.school_id, deliveries.newsletter_id, subscribers.id, 'sent', 1,
    deliveries.created_at, deliveries.created_at, deliveries.created_at
  from deliveries join subscribers on subscribers.school_id = deliveries.school_id where subscribers.status = 'subscribed'
  order by deliveries.created_at, deliveries.id`;

// 12 KB of markup, like that of a thumbnail.
function page(): string {
  const block =
    '<table role="presentation" width="100%"><tr><td style="padding:12px">Robins and Wrens go</td></tr></table>';
  return `<!doctype html><title>News</title>${block.repeat(110)}`;
}
