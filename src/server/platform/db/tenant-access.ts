import { getTableConfig, PgDialect, type PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { apiTokens, webhookDeliveries, webhooks } from '#server/platform/db/schema/api.ts';
import { approvals, approvers } from '#server/platform/db/schema/approval.ts';
import {
  billingDetails,
  invoices,
  paymentAttempts,
  paymentCustomers,
  sandboxAccounts,
  subscriptions,
  trialReminders,
} from '#server/platform/db/schema/billing.ts';
import { auditLog, schools, users } from '#server/platform/db/schema/core.ts';
import { deliveries, deliveryReadings, deliveryRecipients } from '#server/platform/db/schema/deliveries.ts';
import { eventImports, schoolEvents } from '#server/platform/db/schema/events.ts';
import { addressChanges, familySettings, signUps } from '#server/platform/db/schema/families.ts';
import {
  editionVariants,
  newsletterStates,
  pastEditions,
  stateBlocks,
  variantPages,
} from '#server/platform/db/schema/history.ts';
import {
  attachments,
  calendarEvents,
  editions,
  newsletters,
  publishedFiles,
  savedItems,
} from '#server/platform/db/schema/newsletters.ts';
import { notes, noteThreads } from '#server/platform/db/schema/notes.ts';
import { newsletterParts } from '#server/platform/db/schema/parts.ts';
import { invitations } from '#server/platform/db/schema/people.ts';
import { rhythmIssues, rhythms, termDates } from '#server/platform/db/schema/rhythm.ts';
import { newsletterListings, schoolAddresses, schoolPages } from '#server/platform/db/schema/school-pages.ts';
import {
  groupMoves,
  mergedGroups,
  subscriberGroupMembers,
  subscriberGroups,
  subscriberImportChanges,
  subscriberImportParts,
  subscriberImports,
  subscribers,
  suppressions,
} from '#server/platform/db/schema/subscribers.ts';
import { timings } from '#server/platform/db/schema/timings.ts';
import type { Database } from './client.ts';
import { DatabaseUnavailable, DataFolderRefused, namedError } from './errors.ts';

/**
 * The role app_tenant with its privileges and policies. A dump contains no roles, and restoring it without the role skips
 * grants and policies. So each start checks them and restores what is missing.
 */

type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

const ALL: readonly Right[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/** The privileges of a school's transactions, in addition to row-level security. They cannot use other tables. */
const RIGHTS: readonly (readonly [PgTable, readonly Right[]])[] = [
  [schools, ['SELECT', 'UPDATE']],
  [users, ALL],
  [invitations, ALL],
  [newsletters, ALL],
  [editions, ALL],
  [newsletterStates, ALL],
  [stateBlocks, ALL],
  [pastEditions, ['SELECT', 'INSERT']],
  [editionVariants, ['SELECT', 'INSERT', 'UPDATE']],
  [variantPages, ['SELECT', 'INSERT', 'UPDATE']],
  [noteThreads, ALL],
  [notes, ALL],
  [newsletterParts, ALL],
  [timings, ['SELECT', 'INSERT', 'UPDATE']],
  [rhythms, ['SELECT', 'INSERT', 'UPDATE']],
  [rhythmIssues, ['SELECT', 'INSERT', 'UPDATE']],
  [termDates, ALL],
  [approvers, ALL],
  [schoolPages, ['SELECT', 'INSERT', 'UPDATE']],
  [schoolAddresses, ['SELECT', 'INSERT']],
  [newsletterListings, ALL],
  [approvals, ['SELECT', 'INSERT', 'UPDATE']],
  [calendarEvents, ['SELECT', 'INSERT', 'UPDATE']],
  [schoolEvents, ALL],
  [eventImports, ['SELECT', 'INSERT', 'UPDATE']],
  [attachments, ALL],
  [publishedFiles, ALL],
  [savedItems, ALL],
  [subscribers, ALL],
  [suppressions, ALL],
  [familySettings, ['SELECT', 'INSERT', 'UPDATE']],
  [signUps, ALL],
  [addressChanges, ALL],
  [subscriberGroups, ALL],
  [subscriberGroupMembers, ALL],
  [mergedGroups, ['SELECT', 'INSERT', 'UPDATE']],
  [groupMoves, ['SELECT', 'INSERT', 'UPDATE']],
  [subscriberImports, ['SELECT', 'INSERT', 'UPDATE']],
  [subscriberImportParts, ALL],
  [subscriberImportChanges, ALL],
  [billingDetails, ALL],
  [paymentCustomers, ALL],
  [subscriptions, ALL],
  [paymentAttempts, ALL],
  [sandboxAccounts, []],
  // Append-only.
  [auditLog, ['SELECT', 'INSERT']],
  [invoices, ['SELECT', 'INSERT']],
  [trialReminders, ['SELECT', 'INSERT']],
  [deliveries, ['SELECT', 'INSERT', 'UPDATE']],
  [deliveryRecipients, ['SELECT', 'INSERT', 'UPDATE']],
  [deliveryReadings, ['SELECT', 'INSERT', 'UPDATE']],
  [apiTokens, ALL],
  [webhooks, ALL],
  [webhookDeliveries, ALL],
];

type Query = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

// Since PostgreSQL 16 the creator of a role may grant it, but cannot assume it without a grant.
const MAKE_ROLE = `do $$
begin
  begin
    if not exists (select from pg_roles where rolname = 'app_tenant') then
      create role app_tenant nologin nosuperuser nobypassrls;
    end if;
  exception when duplicate_object or unique_violation then
    null;
  end;
  begin
    set local role app_tenant;
  exception when insufficient_privilege then
    grant app_tenant to current_user;
    set local role app_tenant;
  end;
  set local role none;
end
$$`;

/** Whether the database user lacks the privilege for what it tried. */
export function isPermissionDenied(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === '42501';
}

/**
 * Creates the role of school transactions if it is missing. Call it in a transaction. Throws `DataFolderRefused` if the
 * database user may not do so, or if the role bypasses row-level security.
 */
export async function createTenantRole(query: Query): Promise<void> {
  try {
    await query(MAKE_ROLE);
  } catch (error) {
    if (!isPermissionDenied(error)) throw error;
    throw new DataFolderRefused(
      `The user of DATABASE_URL may not make and take the role app_tenant (${error.message}): let an administrator run "create role app_tenant nologin; grant app_tenant to" that user.`,
    );
  }
  const { rows } = await query(
    `select from pg_roles where rolname = 'app_tenant' and (rolsuper or rolbypassrls)`,
  );
  if (rows.length > 0)
    throw new DataFolderRefused(
      'The role app_tenant may see every school: let an administrator run "alter role app_tenant nosuperuser nobypassrls".',
    );
}

/** Restores missing privileges and policies of the role. Call it in a transaction. */
export async function restoreTenantAccess(query: Query): Promise<void> {
  for (const statement of await missingAccess(query)) await query(statement);
  const [missing] = await missingAccess(query);
  if (missing !== undefined) throw new Error(`It had no effect: ${missing}`);
}

/**
 * Checks that queries under the role work and are restricted by the policies. Throws `DatabaseUnavailable` with the reason
 * otherwise.
 */
export async function checkTenantAccess(database: Database): Promise<void> {
  try {
    await database.transaction(async () => {
      // A snapshot, because the school may be deleted meanwhile.
      await database.query('set transaction isolation level repeatable read');
      const { rows } = await database.query('select id from schools limit 1');
      const seen = await database.forSchool(String(rows[0]?.id ?? NO_SCHOOL), async () => {
        return await database.orm().$count(schools);
      });
      if (seen !== rows.length) throw new Error(`a school sees ${seen} schools`);
      const [missing] = await missingAccess((text, values) => database.query(text, values));
      if (missing !== undefined) throw new Error(`this is missing, which a start puts right: ${missing}`);
    });
  } catch (thrown) {
    const error = namedError(thrown);
    if (error instanceof DatabaseUnavailable) throw error;
    throw new DatabaseUnavailable(error instanceof Error ? error.message : String(error));
  }
}

const NO_SCHOOL = '00000000-0000-0000-0000-000000000000';

const STATE = `
  select c.relname as name, c.relrowsecurity as "hasRowSecurity",
    has_schema_privilege('app_tenant', c.relnamespace, 'usage') as reachable,
    array(select privilege from unnest($2::text[]) as privilege
      where has_table_privilege('app_tenant', c.oid, privilege)) as rights,
    array(select polname::text from pg_policy where polrelid = c.oid and polpermissive and polcmd = '*'
      and polroles = array['app_tenant'::regrole::oid]) as policies
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)`;

const state = z.array(
  z.object({
    name: z.string(),
    hasRowSecurity: z.boolean(),
    reachable: z.boolean(),
    rights: z.array(z.string()),
    policies: z.array(z.string()),
  }),
);
type State = z.infer<typeof state>[number];

/** The statements that restore what is missing. */
async function missingAccess(query: Query): Promise<readonly string[]> {
  const names = RIGHTS.map(([table]) => getTableConfig(table).name);
  const found = state.parse((await query(STATE, [names, [...ALL]])).rows);
  const schema = found.some(({ reachable }) => !reachable)
    ? ['grant usage on schema public to app_tenant']
    : [];
  return [
    ...schema,
    ...RIGHTS.flatMap(([table, rights]) => {
      const { name } = getTableConfig(table);
      const present = found.find((each) => each.name === name);
      return present === undefined ? [] : missingOn(table, rights, present);
    }),
  ];
}

const dialect = new PgDialect();

function missingOn(table: PgTable, rights: readonly Right[], present: State): readonly string[] {
  const { name, policies } = getTableConfig(table);
  const statements: string[] = [];
  if (!present.hasRowSecurity) statements.push(`alter table "${name}" enable row level security`);
  for (const policy of policies) {
    if (present.policies.includes(policy.name)) continue;
    const [using, check] = [policy.using, policy.withCheck].map(
      (each) => each && dialect.sqlToQuery(each).sql,
    );
    statements.push(
      `drop policy if exists "${policy.name}" on "${name}"`,
      `create policy "${policy.name}" on "${name}" for all to app_tenant using (${using}) with check (${check})`,
    );
  }
  const missing = rights.filter((right) => !present.rights.includes(right));
  if (missing.length > 0) statements.push(`grant ${missing.join(', ')} on "${name}" to app_tenant`);
  return statements;
}
