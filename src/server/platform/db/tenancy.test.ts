import { randomUUID } from 'node:crypto';
import { eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiTokens, webhookDeliveries, webhooks } from '#server/platform/db/schema/api.ts';
import { approvals, approvers } from '#server/platform/db/schema/approval.ts';
import {
  billingDetails,
  invoices,
  paymentAttempts,
  paymentCustomers,
  subscriptions,
  trialReminders,
} from '#server/platform/db/schema/billing.ts';
import { auditLog, schools, users } from '#server/platform/db/schema/core.ts';
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
import { invitations, sessions } from '#server/platform/db/schema/people.ts';
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
} from '#server/platform/db/schema/subscribers.ts';
import { timings } from '#server/platform/db/schema/timings.ts';
import { openTestDatabase } from '#test/database.ts';
import type { Database } from './client.ts';

let database: Database;
let ownSchool: string;
let otherSchool: string;
beforeAll(async () => {
  database = await openTestDatabase();
  ownSchool = await addSchool('ours');
  otherSchool = await addSchool('theirs');
});
afterAll(() => database.close());

// Adds a school with one row in each table that belongs to schools.
async function addSchool(name: string): Promise<string> {
  const orm = database.orm();
  const id = only(
    await orm
      .insert(schools)
      .values({ name, email: `${name}@school.example`, phone: '1' })
      .returning(),
  ).id;
  const email = `person@${name}.example`;
  const person = { email, status: 'ACTIVE', role: 'owner', schoolId: id } as const;
  const { id: userId } = only(await orm.insert(users).values(person).returning());
  await orm.insert(approvers).values({ userId, schoolId: id });
  const newsletter = only(await orm.insert(newsletters).values(draft(id)).returning());
  const bytes = Buffer.from('x');
  await orm.insert(editions).values({
    newsletterId: newsletter.id,
    schoolId: id,
    slug: name,
    title: name,
    description: '',
    pageHtml: 'x',
    pageGzip: bytes,
    pageBrotli: bytes,
    mailHtml: 'x',
    etag: 'x',
    publishedAt: new Date(),
  });
  const newsletterId = newsletter.id;
  const state = { schoolId: id, newsletterId, version: 1, reason: 'work', codeVersion: 4 } as const;
  const settings = { title: name, layoutType: 'one_column', design: null, issueDate: null } as const;
  const times = { beganAt: new Date(), savedAt: new Date() };
  await orm.insert(newsletterStates).values({ ...state, settings, blocks: [1], ...times });
  await orm.insert(stateBlocks).values({ schoolId: id, newsletterId, number: 1, hash: 'x', content: {} });
  const content = { settings, code: [], codeVersion: 4, fingerprint: 'x' };
  const asked = { version: 1, askedAt: new Date(), expiresAt: new Date() };
  await orm.insert(approvals).values({ schoolId: id, newsletterId, ...content, ...asked });
  const timing = { kind: 'publish', at: new Date(), plannedAt: new Date(), version: 1 } as const;
  await orm.insert(timings).values({ schoolId: id, newsletterId, ...content, ...timing });
  const shown = { page: bytes, mail: bytes, mailText: '', publishedAt: new Date() };
  const past = { schoolId: id, newsletterId, version: 1, title: name, ...shown };
  const edition = only(await orm.insert(pastEditions).values(past).returning());
  const reading = { slug: `for-${name}`, key: 'x', blocks: ['a'], readers: [[]], words: 'Year 4' };
  const variant = only(
    await orm
      .insert(editionVariants)
      .values({ schoolId: id, newsletterId, editionId: edition.id, ...reading })
      .returning(),
  );
  const drawn = { drawing: randomUUID(), blocks: ['a'], html: 'x', gzip: bytes, brotli: bytes, etag: 'x' };
  await orm.insert(variantPages).values({ variantId: variant.id, schoolId: id, ...drawn });
  const thread = only(
    await orm
      .insert(noteThreads)
      .values({ schoolId: id, newsletterId, block: 'a', blockType: 'text' })
      .returning(),
  );
  const note = { threadId: thread.id, text: 'x', createdAt: new Date() };
  await orm.insert(notes).values({ id: randomUUID(), schoolId: id, ...note });
  const part = { newsletterId, block: 'a', label: 'Text', dueOn: '2030-01-02', givenAt: new Date() };
  await orm.insert(newsletterParts).values({ ...part, schoolId: id, personId: userId });
  const days = { firstOn: '2030-01-04', lastOn: '2030-01-05' };
  await orm.insert(termDates).values({ schoolId: id, kind: 'term', name, ...days });
  await orm.insert(rhythmIssues).values({ schoolId: id, day: '2030-01-04', newsletterId });
  const rhythm = {
    isOn: true,
    every: 'weekly',
    time: '15:00',
    draftDaysBefore: 3,
    inTermOnly: true,
  } as const;
  const since = { chosenAt: new Date(), changedAt: new Date(), newsletterId, inChargeId: userId };
  await orm.insert(rhythms).values({ schoolId: id, firstOn: days.firstOn, ...rhythm, ...since });
  const saved = { kind: 'blocks', layoutType: 'one_column', code: [], codeVersion: 4 } as const;
  await orm.insert(savedItems).values({ schoolId: id, name, ...saved });
  await orm
    .insert(calendarEvents)
    .values({ schoolId: id, uid: name, fingerprint: 'x', sequence: 1, changedAt: new Date() });
  await orm.insert(schoolPages).values({ schoolId: id, address: name });
  await orm.insert(schoolAddresses).values({ schoolId: id, hash: name });
  const event = { uid: name, title: name, date: '2030-01-04', source: 'calendar', sequence: 1 } as const;
  const written = { changedAt: new Date(), createdAt: new Date() };
  await orm.insert(schoolEvents).values({ schoolId: id, ...event, ...written });
  await orm.insert(eventImports).values({ schoolId: id, changes: [], createdAt: new Date() });
  const listing = { isListed: true, day: '2030-01-04', text: name, configuration: 'simple', search: name };
  await orm.insert(newsletterListings).values({ schoolId: id, newsletterId, ...listing });
  const reader = { schoolId: id, firstName: 'A', lastName: 'B', email };
  const subscriber = only(await orm.insert(subscribers).values(reader).returning());
  const named = { schoolId: id, name, nameKey: name };
  const group = only(await orm.insert(subscriberGroups).values(named).returning());
  const member = { schoolId: id, groupId: group.id, subscriberId: subscriber.id };
  await orm.insert(subscriberGroupMembers).values(member);
  await orm.insert(groupMoves).values({ schoolId: id, steps: [] });
  await orm.insert(familySettings).values({ schoolId: id });
  const wish = { schoolId: id, createdAt: new Date(), expiresAt: new Date() };
  await orm.insert(signUps).values({ ...wish, email, groupIds: [] });
  await orm.insert(addressChanges).values({ ...wish, subscriberId: subscriber.id, before: email, email });
  await orm.insert(mergedGroups).values({ id: randomUUID(), schoolId: id, intoId: group.id });
  const file = { fileName: 'a.csv', agreement: 'told', total: 0, ignored: [] } as const;
  const imported = only(
    await orm
      .insert(subscriberImports)
      .values({ schoolId: id, ...file })
      .returning(),
  );
  await orm
    .insert(subscriberImportParts)
    .values({ importId: imported.id, number: 0, schoolId: id, lines: [] });
  const change = { importId: imported.id, subscriberId: subscriber.id, part: 0, isAdded: true };
  await orm.insert(subscriberImportChanges).values({ schoolId: id, ...change, groupIds: [group.id] });
  const upload = only(
    await orm
      .insert(attachments)
      .values({ schoolId: id, key: name, name, contentType: 'image/png', size: 1 })
      .returning(),
  );
  await orm
    .insert(publishedFiles)
    .values({ schoolId: id, newsletterId: newsletter.id, attachmentId: upload.id });
  await orm.insert(invitations).values({
    schoolId: id,
    email,
    firstName: 'A',
    lastName: 'B',
    role: 'editor',
    endsAt: new Date(),
  });
  const provider = 'sandbox';
  const plan = 'yearly';
  const to = { firstName: 'A', lastName: 'B', email, telephone: '1', address: '1' };
  await orm.insert(billingDetails).values({ schoolId: id, ...to });
  await orm.insert(paymentCustomers).values({ schoolId: id, provider, customerId: name });
  await orm
    .insert(subscriptions)
    .values({ id: name, schoolId: id, provider, plan, state: 'active', renews: true });
  await orm.insert(paymentAttempts).values({ schoolId: id, provider, plan });
  const at = new Date();
  const paid = { number: '1', amount: 1, periodStart: at, periodEnd: at, paidAt: at, billedTo: [] };
  await orm
    .insert(invoices)
    .values({ schoolId: id, provider, plan, providerId: name, linkKey: bytes, ...paid });
  await orm.insert(trialReminders).values({ schoolId: id, days: 3, sentAt: at });
  await orm.insert(auditLog).values({ schoolId: id, action: 'publish', subject: name });
  const token = { name, tokenHash: name, hint: 'abcd', scopes: ['events:read'], endsAt: at };
  await orm.insert(apiTokens).values({ schoolId: id, madeBy: userId, ...token });
  const webhook = { url: `https://${name}.example/`, events: ['newsletter.sent'], secret: name };
  const hook = only(
    await orm
      .insert(webhooks)
      .values({ schoolId: id, ...webhook })
      .returning(),
  );
  await orm
    .insert(webhookDeliveries)
    .values({ schoolId: id, webhookId: hook.id, event: 'newsletter.sent', body: name });
  return id;
}

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length !== 1) throw new Error(`${rows.length} rows`);
  return row;
}

const draft = (schoolId: string) =>
  ({ schoolId, title: 'Title', layoutType: 'one_column', code: [] }) as const;

const tables = {
  users,
  invitations,
  newsletters,
  editions,
  newsletterStates,
  stateBlocks,
  pastEditions,
  editionVariants,
  variantPages,
  noteThreads,
  notes,
  newsletterParts,
  timings,
  rhythms,
  rhythmIssues,
  termDates,
  approvers,
  approvals,
  schoolPages,
  schoolAddresses,
  newsletterListings,
  calendarEvents,
  schoolEvents,
  eventImports,
  subscribers,
  subscriberGroups,
  groupMoves,
  familySettings,
  signUps,
  addressChanges,
  mergedGroups,
  subscriberGroupMembers,
  subscriberImports,
  subscriberImportParts,
  subscriberImportChanges,
  attachments,
  publishedFiles,
  savedItems,
  auditLog,
  billingDetails,
  paymentCustomers,
  subscriptions,
  paymentAttempts,
  invoices,
  trialReminders,
  apiTokens,
  webhooks,
  webhookDeliveries,
};

describe.each(Object.entries(tables))('%s', (_, table) => {
  test('shows a school only its own rows', async () => {
    const rows = await database.forSchool(ownSchool, () => database.orm().select().from(table));
    expect(rows.map((row) => row.schoolId)).toEqual([ownSchool]);
  });

  test('shows all rows outside forSchool', async () => {
    const rows = await database.orm().select().from(table);
    expect(new Set(rows.map((row) => row.schoolId))).toEqual(new Set([ownSchool, otherSchool]));
  });
});

test('a school sees itself and no other', async () => {
  const rows = await database.forSchool(ownSchool, () => database.orm().select().from(schools));
  expect(rows.map((row) => row.id)).toEqual([ownSchool]);
});

test('a school cannot insert rows for another one, or move its own there', async () => {
  const insert = database.forSchool(ownSchool, () =>
    database.orm().insert(newsletters).values(draft(otherSchool)),
  );
  await expect(insert).rejects.toThrow('row-level security');
  const handOver = database.forSchool(ownSchool, () =>
    database.orm().update(newsletters).set({ schoolId: otherSchool }),
  );
  await expect(handOver).rejects.toThrow('row-level security');
});

test('updates and deletes without a condition stay within the school', async () => {
  await database.forSchool(ownSchool, async () => {
    await database.orm().update(subscribers).set({ firstName: 'Changed' });
    await database.orm().delete(newsletters);
  });
  const names = await database.orm().select({ name: subscribers.firstName }).from(subscribers);
  expect(names.map(({ name }) => name).sort()).toEqual(['A', 'Changed']);
  expect(await database.orm().$count(newsletters, eq(newsletters.schoolId, otherSchool))).toBe(1);
});

test('forSchool cannot read sessions or change the audit log', async () => {
  const peek = database.forSchool(ownSchool, () => database.orm().select().from(sessions));
  await expect(peek).rejects.toThrow('permission denied');
  const rewrite = database.forSchool(ownSchool, () => database.orm().delete(auditLog));
  await expect(rewrite).rejects.toThrow('permission denied');
});

test('nested forSchool joins for the same school and throws for another', async () => {
  const nested = database.forSchool(ownSchool, () =>
    database.forSchool(ownSchool, () => database.orm().select().from(subscribers)),
  );
  expect(await nested).toHaveLength(1);
  const crossed = database.forSchool(ownSchool, () => database.forSchool(otherSchool, async () => 'crossed'));
  await expect(crossed).rejects.toThrow('another school');
});

test('forSchool in a transaction restricts only its own part', async () => {
  await database.transaction(async () => {
    expect(await database.orm().$count(subscribers)).toBe(2);
    expect(await database.forSchool(otherSchool, () => database.orm().$count(subscribers))).toBe(1);
    expect(await database.orm().$count(subscribers)).toBe(2);
  });
});

test('query runs as owner within forSchool, and later statements run as the school again', async () => {
  await database.forSchool(ownSchool, async () => {
    const whole = database.query('select count(*)::int as count from subscribers');
    // Started meanwhile: must not run while the role is reset.
    const own = database.orm().select().from(subscribers).execute();
    expect((await whole).rows).toEqual([{ count: 2 }]);
    expect(await own).toHaveLength(1);
    expect(await database.orm().$count(subscribers)).toBe(1);
  });
});

test('a connection keeps no role or school after its transaction', async () => {
  await database.forSchool(ownSchool, () => database.orm().$count(subscribers));
  await database.forSchool(ownSchool, () => Promise.reject(new Error('no'))).catch(() => undefined);
  const { rows } = await database.query(
    `select current_user as name, current_setting('app.school_id', true) as school`,
  );
  expect(rows[0]?.name).not.toBe('app_tenant');
  expect(rows[0]?.school ?? '').toBe('');
  expect(await database.orm().$count(subscribers)).toBe(2);
});

test('a query that is often run shows each transaction its own school, whoever ran it before', async () => {
  // With a parameter: other statements are never prepared.
  const seen = async () => {
    const rows = await database
      .orm()
      .select({ id: schools.id })
      .from(schools)
      .where(ne(schools.name, 'none'));
    return rows.map(({ id }) => id).toSorted();
  };
  for (let time = 0; time < 12; time += 1) {
    expect(await seen()).toEqual([ownSchool, otherSchool].toSorted());
    expect(await database.forSchool(ownSchool, seen)).toEqual([ownSchool]);
    expect(await database.forSchool(otherSchool, seen)).toEqual([otherSchool]);
  }
});

test('rejects a school id that is not a UUID', async () => {
  const injected = database.forSchool(`${ownSchool}'; set local role postgres; --`, async () => 'in');
  await expect(injected).rejects.toThrow('Not a school id');
});
