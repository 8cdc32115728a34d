import { nameOrEmail } from '#contract/rules/names.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { Config } from '#server/config.ts';
import type { listLastDeliveries } from '#server/data/operator/last-deliveries.ts';
import type { SchoolFigures } from '#server/data/operator/school-figures.ts';
import { onlyWord, parseCommand } from '#server/operator/words/parse-command.ts';
import { findNamedSchool } from './find-school.ts';
import { OperatorError } from './operator-error.ts';
import type { Say } from './say.ts';
import { MAIL_DAYS, schoolStatus } from './schools-command.ts';
import { dayShown, megabytes, shortened, tableOf } from './table.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `school SCHOOL [--json]
    One school: its state, its staff, its last sendings. SCHOOL is its id, the address of its pages, or its name.`;

const DELIVERIES_SHOWN = 10;
const SUBJECT_MAX = 50;

/** `school`: the facts that an operator needs before answering a school. */
export const schoolCommand = { usage: USAGE, run };

async function run(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  const { values, positionals } = parseCommand(USAGE, words, { json: { type: 'boolean', default: false } });
  const word = onlyWord(USAGE, positionals);
  const since = new Date(Date.now() - MAIL_DAYS * DAY_MS);
  const found = await withDatabase(config, async (database) => {
    const { findSchoolFigures } = await import('#server/data/operator/school-figures.ts');
    const { listLastDeliveries } = await import('#server/data/operator/last-deliveries.ts');
    const { listMembers } = await import('#server/data/staff.ts');
    const { id } = await findNamedSchool(database, word);
    const school = await findSchoolFigures(database, id, since);
    if (school === undefined) throw new OperatorError(`${word} has just been erased.`);
    const members = await listMembers(database, school.id);
    return {
      school,
      staff: members.map((one) => ({ name: nameOrEmail(one), email: one.email, role: one.role })),
      deliveries: await listLastDeliveries(database, school.id, DELIVERIES_SHOWN),
    };
  });
  say(values.json ? JSON.stringify(found, null, 2) : pageOf(found));
  return true;
}

interface Found {
  readonly school: SchoolFigures;
  readonly staff: readonly { readonly name: string; readonly email: string; readonly role: string | null }[];
  readonly deliveries: Awaited<ReturnType<typeof listLastDeliveries>>;
}

function pageOf({ school, staff, deliveries }: Found): string {
  return [
    school.name,
    tableOf([{ heading: '' }, { heading: '' }], factsOf(school)).trim(),
    tableOf(
      [{ heading: 'staff' }, { heading: 'role' }, { heading: 'address' }],
      staff.map(({ name, role, email }) => [name, role ?? '-', email]),
    ),
    deliveries.length === 0 ? 'Nothing was sent yet.' : deliveriesTable(deliveries),
  ].join('\n\n');
}

function factsOf(school: SchoolFigures): readonly (readonly string[])[] {
  const { subscription_end_date: ends, closes_at: closes } = school;
  return [
    ['id', school.id],
    ['pages', school.address ?? 'none'],
    ['reached at', `${school.email}, ${school.phone}`],
    ['state', `${schoolStatus(school)}${ends === null ? '' : `, until ${dayShown(ends)}`}`],
    ...(closes === null ? [] : [['will be erased', dayShown(closes)]]),
    ...(school.suspended_for === null ? [] : [['suspended', suspensionOf(school)]]),
    ['began', dayShown(school.created_at)],
    ['used last', dayShown(school.active_at)],
    ['families', String(school.subscribers)],
    ['newsletters', `${school.newsletters}, ${school.published} of them published`],
    [`mails of ${MAIL_DAYS} days`, `${school.mails}, and ${school.refused} refused for good`],
    ['files', `${school.files}, ${megabytes(school.bytes)}`],
    ...grantsOf(school),
  ];
}

// The school's grants in place of the defaults.
function grantsOf({ mails_per_day, storage_bytes, newsletter_bytes, subscribers_max }: SchoolFigures) {
  return [
    ...(mails_per_day === null ? [] : [['may send a day', String(mails_per_day)]]),
    ...(storage_bytes === null ? [] : [['may store', megabytes(storage_bytes)]]),
    ...(newsletter_bytes === null ? [] : [['may write', megabytes(newsletter_bytes)]]),
    ...(subscribers_max === null ? [] : [['may have families', String(subscribers_max)]]),
  ];
}

function suspensionOf({ suspended_at, suspended_for, hides_pages }: SchoolFigures): string {
  return `since ${dayShown(suspended_at)}: ${suspended_for}${hides_pages ? ' (its pages are hidden)' : ''}`;
}

function deliveriesTable(deliveries: Found['deliveries']): string {
  return tableOf(
    [
      { heading: 'sending' },
      { heading: 'of' },
      { heading: 'is' },
      { heading: 'sent', isNumber: true },
      { heading: 'waiting', isNumber: true },
      { heading: 'failed', isNumber: true },
      { heading: 'left out', isNumber: true },
      { heading: 'subject' },
    ],
    deliveries.map((one) => [
      one.id,
      dayShown(one.created_at),
      one.status,
      ...[one.sent, one.waiting, one.failed, one.skipped].map(String),
      shortened(one.subject, SUBJECT_MAX),
    ]),
  );
}
