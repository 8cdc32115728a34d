import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import type { ImportColumn } from '#contract/groups/import-groups.ts';
import { IMPORT_MAX_LINES } from '#contract/subscribers.ts';
import type { BrokenLine, People, PersonRow } from '#server/features/subscribers/import/file/people.ts';
import { headingIn, type Source } from '#server/features/subscribers/import/file/source.ts';
import { textOfCell } from '#server/platform/csv.ts';
import { badRequest } from '#server/platform/http/errors.ts';
import type { GroupCell } from './group-columns.ts';

/**
 * Reads the files of OneRoster CSV 1.0 to 1.2 and of Microsoft's School Data Sync 2.1 (users, roles, classes, enrollments,
 * relationships): a line for each guardian, in the groups of their children's classes. A child's guardians are its agents, or in
 * SDS its relationships. Nothing about the children is stored. Sources: 1EdTech OneRoster; learn.microsoft.com/schooldatasync.
 */

/** The columns that become groups; the position is the column's index. */
const COLUMNS = ['Home room', 'Lessons', 'Grade'] as const;
const [HOME_ROOM, LESSONS, GRADE] = [0, 1, 2] as const;

const GUARDIANS: ReadonlySet<string> = new Set(['parent', 'guardian', 'relative']);

export type Files = ReadonlyMap<string, Source>;

/** Whether the users file, which alone names people, is among the files. */
export function hasUsersFile(files: Files): boolean {
  return files.has('users.csv');
}

const OTHER_FILES = [
  'manifest.csv',
  'roles.csv',
  'classes.csv',
  'enrollments.csv',
  'orgs.csv',
  'courses.csv',
];

/** Whether some of OneRoster's files are there. */
export function hasOneRoster(files: Files): boolean {
  return OTHER_FILES.some((name) => files.has(name));
}

// Each version, and each relative of it, has one of these columns beside the person's id.
const ROSTER_COLUMN = /(?:agent_?sourced_?ids|agents|username|\brole\b|org_?sourced_?ids?|enabled_?user)/i;

/** Whether a table is the users file, chosen without the others: read as a plain list, it would add pupils and staff. */
export function isUsersFile(source: Source): boolean {
  const heading = headingIn(source).join(',');
  return /(?:^|[^a-z])sourced_?id/i.test(heading) && ROSTER_COLUMN.test(heading);
}

/**
 * `groupColumns`: the columns of groups, null to guess them: home rooms, or without any of them all classes. `today`: classes
 * that ended before it belong to another year. Throws 400.
 */
export function readOneRoster(files: Files, groupColumns: readonly number[] | null, today: string): People {
  const users = tableOf(files, 'users.csv');
  if (users.rows.length === 0) throw badRequest(IMPORT_MESSAGES.noPeople);
  const roles = rolesOf(files, users);
  const cells = cellsOf(files, users, today);
  const isGuardian = (user: Row) => GUARDIANS.has(roles.get(user.at('sourcedid')) ?? '');
  const guardians = new Map(users.rows.filter(isGuardian).map((user) => [user.at('sourcedid'), user]));
  const present = new Set(users.rows.map((user) => user.at('sourcedid')));
  const children = new Map<string, Set<string>>();
  const join = (guardian: string, child: string) =>
    children.set(guardian, (children.get(guardian) ?? new Set()).add(child));
  // In 1.0 the column is called 'agents'.
  for (const user of users.rows)
    for (const agent of list(user.at('agentsourcedids') || user.at('agents'))) {
      // Some systems name the guardian at the child, some the child at the guardian.
      if (guardians.has(agent)) join(agent, user.at('sourcedid'));
      else if (isGuardian(user) && present.has(agent)) join(user.at('sourcedid'), agent);
    }
  for (const { guardian, child } of relationshipsIn(files))
    if (guardians.has(guardian)) join(guardian, child);
  const kinds = new Set([...cells.values()].flat().map(({ index }) => index));
  const guessed = kinds.has(HOME_ROOM) ? HOME_ROOM : kinds.has(LESSONS) ? LESSONS : GRADE;
  const chosen = groupColumns ?? [guessed];
  const people = [...guardians].map(([id, user]): PersonRow | BrokenLine => {
    const person = {
      first_name: user.at('givenname'),
      last_name: user.at('familyname'),
      email: user.at('email'),
    };
    // A family whose children have left. Files that relate no guardian to any child say nothing about that.
    if (children.size > 0 && !children.has(id))
      return { line: user.line, broken: IMPORT_MESSAGES.noPupil, person };
    const groups = [...(children.get(id) ?? [])].flatMap((child) => cells.get(child) ?? []);
    return {
      line: user.line,
      ...person,
      state: 'on',
      groups: groups.filter(({ index }) => chosen.includes(index)),
    };
  });
  const withGuardian = new Set([...children.values()].flatMap((each) => [...each]));
  for (const user of users.rows)
    if (roles.get(user.at('sourcedid')) === 'student' && !withGuardian.has(user.at('sourcedid')))
      people.push({ line: user.line, broken: IMPORT_MESSAGES.noGuardian });
  if (guardians.size === 0) throw badRequest(IMPORT_MESSAGES.noGuardians);
  if (people.length > IMPORT_MAX_LINES) throw badRequest(IMPORT_MESSAGES.tooMany);
  return {
    people: people.sort((a, b) => a.line - b.line),
    ignored: users.headings.filter((heading) => !USED.has(letters(heading))),
    columns: COLUMNS.flatMap((heading, index): ImportColumn[] =>
      kinds.has(index) ? [{ index, heading, is_groups: chosen.includes(index) }] : [],
    ),
    emailColumns: [],
    unknownWords: [],
    doubts: users.doubts,
    letters: users.letters,
  };
}

const USED: ReadonlySet<string> = new Set([
  ...['sourcedid', 'status', 'enableduser', 'role', 'givenname', 'familyname', 'email'],
  ...['agentsourcedids', 'agents', 'grades'],
]);

/** In SDS a file relates guardians to children. Other relationships, such as doctors, are left out. */
function relationshipsIn(files: Files): readonly { readonly guardian: string; readonly child: string }[] {
  return tableOf(files, 'relationships.csv')
    .rows.filter((row) => GUARDIANS.has(row.at('relationshiprole').toLowerCase()))
    .map((row) => ({ guardian: row.at('relationshipusersourcedid'), child: row.at('usersourcedid') }));
}

/** The role of each user. In 1.2 roles have a file of their own. In SDS parents have no role but that in their relationships. */
function rolesOf(files: Files, users: Table): ReadonlyMap<string, string> {
  const table = files.has('roles.csv') ? tableOf(files, 'roles.csv') : null;
  const all = [
    ...users.rows.map((user) => [user.at('sourcedid'), user.at('role')] as const),
    ...(table?.rows ?? []).map((row) => [row.at('usersourcedid'), row.at('role')] as const),
    ...relationshipsIn(files).map(({ guardian }) => [guardian, 'parent'] as const),
  ];
  const roles = new Map<string, string>();
  for (const [id, role] of all) {
    const name = role.toLowerCase();
    // A guardian who also teaches here is a family, too.
    if (name !== '' && (!roles.has(id) || GUARDIANS.has(name))) roles.set(id, name);
  }
  return roles;
}

/** The groups of each child: the classes that it is in, and its grades. */
function cellsOf(files: Files, users: Table, today: string): ReadonlyMap<string, readonly GroupCell[]> {
  const cells = new Map<string, GroupCell[]>();
  const add = (child: string, cell: GroupCell) => {
    if (cell.cell !== '') cells.set(child, [...(cells.get(child) ?? []), cell]);
  };
  const classes = new Map(
    (files.has('classes.csv') ? tableOf(files, 'classes.csv').rows : []).map((row) => [
      row.at('sourcedid'),
      { title: row.at('title'), isHomeRoom: row.at('classtype').toLowerCase() === 'homeroom' },
    ]),
  );
  for (const row of enrolmentsIn(files, today)) {
    const found = classes.get(row.at('classsourcedid'));
    if (found === undefined) continue;
    const index = found.isHomeRoom ? HOME_ROOM : LESSONS;
    add(row.at('usersourcedid'), { index, cell: found.title, isWhole: true });
  }
  const grades = [
    ...users.rows.map((user) => [user.at('sourcedid'), user.at('grades')] as const),
    ...tableOf(files, 'roles.csv').rows.map((row) => [row.at('usersourcedid'), row.at('grade')] as const),
  ];
  for (const [child, named] of grades)
    for (const grade of list(named))
      add(child, { index: GRADE, cell: grade.replace(/^0(?=\d)/, ''), isWhole: true });
  return cells;
}

/** The pupils' enrolments that have not ended; all of them if the files are of a past year. */
function enrolmentsIn(files: Files, today: string): readonly Row[] {
  const rows = files.has('enrollments.csv') ? tableOf(files, 'enrollments.csv').rows : [];
  const all = rows.filter((row) => row.at('role').toLowerCase() === 'student');
  const going = all.filter((row) => row.at('enddate') === '' || row.at('enddate') >= today);
  return going.length > 0 ? going : all;
}

interface Row {
  readonly line: number;
  /** The cell under a heading, given in lower-case letters; empty if there is no such column. */
  at(heading: string): string;
}

interface Table {
  readonly headings: readonly string[];
  readonly rows: readonly Row[];
  readonly doubts: readonly string[];
  readonly letters: People['letters'];
}

/** Files whose rows are about users and have no ids of their own. */
const WITHOUT_ID: ReadonlySet<string> = new Set(['roles.csv', 'enrollments.csv', 'relationships.csv']);

// Leaves out rows marked as deleted. Keeps people who may not sign in ('enabledUser'): few parents have an account.
function tableOf(files: Files, name: string): Table {
  let headings: readonly string[] | null = null;
  const rows: Row[] = [];
  const source = files.get(name);
  if (source === undefined) return { headings: [], rows, doubts: [], letters: null };
  const positions = new Map<string, number>();
  const about = source.read({
    row({ line, cells }) {
      if (headings === null) {
        headings = cells;
        for (const [index, heading] of cells.entries()) positions.set(letters(heading), index);
        return true;
      }
      const row = { line, at: (heading: string) => textOfCell(cells[positions.get(heading) ?? -1] ?? '') };
      if (row.at('status').toLowerCase() !== 'tobedeleted') rows.push(row);
      return true;
    },
    broken(line, message) {
      throw badRequest(IMPORT_MESSAGES.brokenIn(name, line, message));
    },
  });
  if (!positions.has('sourcedid') && !WITHOUT_ID.has(name))
    throw badRequest(IMPORT_MESSAGES.notOneRoster(name));
  return { headings: headings ?? [], rows, ...about };
}

function list(cell: string): readonly string[] {
  return cell.split(',').flatMap((each) => each.trim() || []);
}

function letters(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z0-9]/g, '');
}
