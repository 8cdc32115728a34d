import { SCHOOL_QUOTA_BYTES } from '#contract/files.ts';
import { PAID_MAILS_PER_DAY } from '#contract/rules/sending-quota.ts';
import type { Config } from '#server/config.ts';
import type { School } from '#server/data/schools.ts';
import { onlyWord, parseCommand, UsageError } from '#server/operator/words/parse-command.ts';
import { findNamedSchool } from './find-school.ts';
import type { Say } from './say.ts';
import { megabytes } from './table.ts';
import { withContext } from './with-context.ts';

const USAGE = `quota SCHOOL [--mails-per-day N] [--storage SIZE] [--newsletters SIZE]
      [--subscribers N]
    What a school may have: mails a day, files (as 500MB or 20GB), newsletters with their history, families on its list. ‘default’ gives it back what
    every school has. Without an option it says what holds.`;

/** `quota`: raises the limits of a large school, or lowers those of a worrying one. */
export const quotaCommand = { usage: USAGE, run };

type Grants = Pick<School, 'mailsPerDay' | 'storageBytes' | 'newsletterBytes' | 'subscribersMax'>;

async function run(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  const { values, positionals } = parseCommand(USAGE, words, {
    'mails-per-day': { type: 'string' },
    storage: { type: 'string' },
    newsletters: { type: 'string' },
    subscribers: { type: 'string' },
  });
  const word = onlyWord(USAGE, positionals);
  const given = {
    mails_per_day: grantIn('--mails-per-day', values['mails-per-day'], numberIn),
    storage: grantIn('--storage', values.storage, sizeIn),
    newsletters: grantIn('--newsletters', values.newsletters, sizeIn),
    subscribers: grantIn('--subscribers', values.subscribers, numberIn),
  };
  const changed = Object.entries(given).flatMap(([name, grant]) => (grant === undefined ? [] : [name]));
  await withContext(config, say, async (context) => {
    const { recordAudit } = await import('#server/data/audit-log.ts');
    const { loadSchool, updateSchoolState } = await import('#server/data/schools.ts');
    const { id, name } = await findNamedSchool(context.database, word);
    if (changed.length > 0)
      await context.database.transaction(async () => {
        await updateSchoolState(context.database, id, {
          mailsPerDay: given.mails_per_day,
          storageBytes: given.storage,
          newsletterBytes: given.newsletters,
          subscribersMax: given.subscribers,
        });
        await recordAudit(context, { schoolId: id, personId: null }, 'quota_changed', name, { changed });
      });
    const { newsletterBytes, newsletterBytesMax } = await import('#server/data/quota/newsletter-room.ts');
    const school = await loadSchool(context.database, id);
    const room = {
      used: await newsletterBytes(context.database, id),
      max: newsletterBytesMax(context, school),
    };
    for (const line of linesOf(school, room)) say(line);
  });
  return true;
}

// Undefined leaves the grant as it is; null returns to the default of every school.
function grantIn(
  option: string,
  word: string | undefined,
  read: (word: string, option: string) => number,
): number | null | undefined {
  if (word === undefined) return undefined;
  return word === 'default' ? null : read(word, option);
}

const NUMBER_MAX = 100_000_000;

function numberIn(word: string, option: string): number {
  const number = /^\d{1,9}$/.test(word) ? Number(word) : 0;
  if (number < 1 || number > NUMBER_MAX)
    throw new UsageError(USAGE, `${option} takes a whole number, 1 or more, or ‘default’.`);
  return number;
}

const UNITS = { MB: 1_000_000, GB: 1_000_000_000, TB: 1_000_000_000_000 } as const;

function sizeIn(word: string, option: string): number {
  const [, number, unit] = /^(\d{1,6})(MB|GB|TB)$/i.exec(word) ?? [];
  const bytes = Number(number) * Reflect.get(UNITS, (unit ?? '').toUpperCase());
  if (!Number.isSafeInteger(bytes))
    throw new UsageError(USAGE, `${option} takes a size such as 500MB or 20GB, or ‘default’.`);
  return bytes;
}

function linesOf(
  { name, mailsPerDay, storageBytes, newsletterBytes, subscribersMax }: Grants & { readonly name: string },
  { used, max }: { readonly used: number; readonly max: number },
) {
  const asEverySchool = (text: string) => `${text} (as every school)`;
  return [
    name,
    `mails a day: ${mailsPerDay ?? asEverySchool(`by its plan and what it has sent, ${PAID_MAILS_PER_DAY} at first`)}`,
    `files: ${storageBytes === null ? asEverySchool(megabytes(SCHOOL_QUOTA_BYTES)) : megabytes(storageBytes)}`,
    `newsletters: ${newsletterBytes === null ? asEverySchool(megabytes(max)) : megabytes(max)}, of which ${megabytes(used)} are used`,
    `families: ${subscribersMax ?? asEverySchool('any number')}`,
  ];
}
