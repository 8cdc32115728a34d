import { readConfig } from '#server/config.ts';
import { createContext } from '#server/create-context.ts';
import { createSchool } from '#test/factories.ts';
import type { TestInstallation } from '#test/seed.ts';
import { hundredBlocks } from './hundred-blocks.ts';

const LARGE = { newsletters: 10_000, subscribers: 50_000, files: 2500 };
const SMALL = { newsletters: 10, subscribers: 10, files: 10 };

/**
 * The tokens of two owners: one of a school with 10,000 newsletters, 50,000 subscribers and 2,500 files, one of a school with ten of
 * each.
 */
export interface Seeded {
  readonly large: string;
  readonly small: string;
}

/** Fills the database of a place while no program uses it. */
export async function seedLargeSchool({ environment }: TestInstallation): Promise<Seeded> {
  const context = await createContext(readConfig(environment), () => undefined);
  const fill = async (amount: typeof LARGE): Promise<string> => {
    const { id, owner } = await createSchool({ context });
    await context.database.query(NEWSLETTERS, [
      id,
      amount.newsletters,
      JSON.stringify(hundredBlocks()),
      page(),
    ]);
    await context.database.query(FILES, [id, amount.files]);
    await context.database.query(SUBSCRIBERS, [id, amount.subscribers]);
    return owner.token;
  };
  try {
    const large = await fill(LARGE);
    const small = await fill(SMALL);
    await context.database.query('vacuum (analyze)');
    return { large, small };
  } finally {
    await context.mail.close();
    await context.database.close();
  }
}

// Half of them published, with a typical page; four show the same picture.
const NEWSLETTERS = `insert into newsletters (school_id, title, layout_type, code, body, file_keys, files_of, status, slug, created_at, updated_at)
  select $1::uuid, (array['Autumn news', 'Sports day', 'Harvest festival', 'Term dates', 'Head''s letter'])[1 + n % 5] || ', week ' || n,
    'one_column', $3::jsonb, $4::text || md5(n::text), array[md5($1::text || (n + 3) / 4) || '.jpg'], 1, case when n % 2 = 0 then 'published' else 'draft' end,
    'news-' || n || '-' || left(md5($1::text || n), 14), now() - n * interval '1 hour', now() - (n * 7919 % 10000) * interval '1 hour'
  from generate_series(1, $2::int) as n`;
const FILES = `insert into attachments (school_id, key, name, content_type, size, width, height, created_at)
  select $1::uuid, md5($1::text || n) || '.jpg', 'Photo ' || n, 'image/jpeg', 100000, 1600, 1200, now() - n * interval '1 hour'
  from generate_series(1, $2::int) as n`;
const SUBSCRIBERS = `insert into subscribers (school_id, first_name, last_name, email, status)
  select $1::uuid, (array['Amelia', 'Oliver', 'Zofia', 'Priya', 'Jack', 'Wei', 'Ngozi'])[1 + n % 7],
    (array['Okafor', 'Bennett', 'Nowak', 'Patel', 'Thompson', 'Chen', 'Eze', 'Khan', 'Murphy', 'Silva', 'Weber'])[1 + n % 11] || ' ' || (n * 7919 % 50000),
    'parent.' || n || '@families.example', case when n % 50 = 0 then 'unsubscribed' else 'subscribed' end
  from generate_series(1, $2::int) as n`;

// 30 KB, the size of about twenty rendered blocks.
function page(): string {
  const block =
    '<table role="presentation" width="100%"><tr><td style="padding:12px">Robins and Wrens go</td></tr></table>';
  return `<!doctype html><title>News</title>${block.repeat(280)}`;
}
