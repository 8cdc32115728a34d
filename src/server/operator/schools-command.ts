import { DAY_MS } from '#newsletter/values/durations.ts';
import type { Config } from '#server/config.ts';
import type { SchoolFigures } from '#server/data/operator/school-figures.ts';
import { parseCommand, UsageError } from '#server/operator/words/parse-command.ts';
import type { Say } from './say.ts';
import { dayShown, megabytes, shortened, type TableColumn, tableOf } from './table.ts';
import { withDatabase } from './with-database.ts';

/** The number of days over which mails are counted. */
export const MAIL_DAYS = 30;

/** The orders of the list: the largest or latest first; names and addresses alphabetically. */
const ORDERS = {
  name: (one: SchoolFigures) => one.name.toLowerCase(),
  created: (one: SchoolFigures) => -one.created_at.getTime(),
  staff: (one: SchoolFigures) => -one.staff,
  subscribers: (one: SchoolFigures) => -one.subscribers,
  newsletters: (one: SchoolFigures) => -one.newsletters,
  mails: (one: SchoolFigures) => -one.mails,
  refused: (one: SchoolFigures) => -one.refused,
  files: (one: SchoolFigures) => -one.bytes,
  active: (one: SchoolFigures) => -(one.active_at?.getTime() ?? 0),
} as const;
type Order = keyof typeof ORDERS;

const USAGE = `schools [WORDS…] [--sort ${Object.keys(ORDERS).join('|')}] [--json]
    All schools with their figures; mails are those of the last ${MAIL_DAYS} days. WORDS narrow them down: parts of
    name, address or e-mail address, or how they stand (trial, monthly, closed, suspended …).`;

/** `schools`: lists the schools and how much they use. */
export const schoolsCommand = { usage: USAGE, run };

async function run(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  const { values, positionals } = parseCommand(USAGE, words, {
    sort: { type: 'string', default: 'name' },
    json: { type: 'boolean', default: false },
  });
  const order = orderOf(values.sort);
  const since = new Date(Date.now() - MAIL_DAYS * DAY_MS);
  const all = await withDatabase(config, async (database) => {
    const { listSchoolFigures } = await import('#server/data/operator/school-figures.ts');
    return await listSchoolFigures(database, since);
  });
  const shown = all.filter((school) => isMeant(school, positionals)).sort(order);
  say(values.json ? JSON.stringify(shown, null, 2) : listOf(shown, all.length));
  return true;
}

function orderOf(name: string): (one: SchoolFigures, other: SchoolFigures) => number {
  const key = Object.keys(ORDERS).find((each): each is Order => each === name);
  if (key === undefined)
    throw new UsageError(USAGE, `--sort takes one of ${Object.keys(ORDERS).join(', ')}.`);
  const sortedBy: (one: SchoolFigures) => string | number = ORDERS[key];
  return (one, other) => {
    const [a, b] = [sortedBy(one), sortedBy(other)];
    return a < b ? -1 : a > b ? 1 : 0;
  };
}

function isMeant(school: SchoolFigures, words: readonly string[]): boolean {
  const { id, name, address, email } = school;
  const text = [id, name, address ?? '', email, schoolStatus(school)].join(' ').toLowerCase();
  return words.every((word) => text.includes(word.toLowerCase()));
}

/** A school's state in few words: its plan, and anything that stops it. */
export function schoolStatus({
  subscription_status,
  subscription_plan,
  closes_at,
  suspended_at,
}: Pick<SchoolFigures, 'subscription_status' | 'subscription_plan' | 'closes_at' | 'suspended_at'>): string {
  const plan = subscription_status === 'active' ? subscription_plan : subscription_status.replace('_', ' ');
  const isClosed = closes_at === null ? [] : ['closed'];
  const isSuspended = suspended_at === null ? [] : ['suspended'];
  return [plan, ...isClosed, ...isSuspended].join(', ');
}

const COLUMNS: readonly TableColumn[] = [
  { heading: 'school' },
  { heading: 'address' },
  { heading: 'state' },
  { heading: 'staff', isNumber: true },
  { heading: 'families', isNumber: true },
  { heading: 'newsletters', isNumber: true },
  { heading: 'mails', isNumber: true },
  { heading: 'refused', isNumber: true },
  { heading: 'files', isNumber: true },
  { heading: 'used last' },
  { heading: 'id' },
];
const NAME_MAX = 40;

function listOf(shown: readonly SchoolFigures[], all: number): string {
  if (shown.length === 0) return all === 0 ? 'There are no schools yet.' : `None of the ${all} schools.`;
  const rows = shown.map((one) => [
    shortened(one.name, NAME_MAX),
    one.address ?? '-',
    schoolStatus(one),
    ...[one.staff, one.subscribers, one.newsletters, one.mails, one.refused].map(String),
    megabytes(one.bytes),
    dayShown(one.active_at),
    one.id,
  ]);
  const total = shown.length === all ? `${all} schools` : `${shown.length} of ${all} schools`;
  return `${tableOf(COLUMNS, rows)}\n${total}`;
}
