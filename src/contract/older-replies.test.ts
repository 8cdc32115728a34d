import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { approvalRoutes } from '#contract/approval/approval.ts';
import { twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { dashboardRoutes } from './dashboard.ts';
import { deliveryRoutes } from './deliveries.ts';
import { historyRoutes } from './history.ts';
import { inviteRoutes } from './invites.ts';
import { newsletterRoutes } from './newsletters.ts';
import { savedItemRoutes } from './saved-items.ts';
import { schoolRoutes } from './school.ts';
import { serviceRoutes } from './service.ts';

/**
 * While a new version is rolled out, one of its pages may be answered by a process of the version before, which does
 * not send new fields. A field that was added to a reply is therefore optional or has a default, until the version
 * after the next.
 */

const AT = '2026-09-20T08:00:00.000Z';
const PASSKEY = { id: randomUUID(), credential_id: 'AA', name: 'Laptop', added_at: AT, last_used_at: null };

type Schema = z.core.JSONSchema.BaseSchema;

// Nullable parts are searched, too.
const partsOf = (schema: Schema | boolean | undefined): readonly Schema[] =>
  typeof schema !== 'object'
    ? []
    : [schema, ...(schema.anyOf ?? []).flatMap(partsOf), ...(schema.allOf ?? []).flatMap(partsOf)];

function below(schemas: readonly Schema[], name: string): readonly Schema[] {
  return schemas.flatMap(({ properties, items }) =>
    name === '[]' ? (Array.isArray(items) ? [] : partsOf(items)) : partsOf(properties?.[name]),
  );
}

it.each([
  [schoolRoutes.mySchool, 'school.data.attributes', 'approval_binds_owner'],
  [approvalRoutes.getApprovalSettings, 'approval_settings.data.attributes', 'binds_owner'],
  [dashboardRoutes.dashboard, 'dashboard.sendings.[]', 'waiting'],
  [newsletterRoutes.listNewsletters, 'news_letter.data.[].attributes.last_delivery', 'waiting'],
  [newsletterRoutes.getNewsletter, 'news_letter.data.attributes.carried_over', 'is_example'],
  [newsletterRoutes.getNewsletter, 'news_letter.data.attributes.carried_over', 'examples'],
  [newsletterRoutes.getNewsletter, 'news_letter.data.attributes.carried_over', 'fields'],
  [deliveryRoutes.getDelivery, 'delivery.data.attributes', 'unconfirmed'],
  [historyRoutes.listEditions, 'edition.data.[].attributes.sendings.[]', 'unconfirmed'],
  [inviteRoutes.listInvites, 'invites.data.[].attributes', 'mail_trouble'],
  [savedItemRoutes.getSavedItem, 'saved_item.data.attributes', 'examples'],
  [twoStepRoutes.readTwoStep, 'two_step', 'ways'],
  [serviceRoutes.health, '', 'version'],
])('a reply is understood without what is new in it: %#', ({ reply }, place, field) => {
  const root = partsOf(z.toJSONSchema(reply, { io: 'input', unrepresentable: 'any', reused: 'inline' }));
  const found = place.split('.').filter(Boolean).reduce(below, root);
  const having = found.filter(({ properties }) => properties?.[field] !== undefined);
  expect(having).not.toEqual([]);
  expect(having.flatMap(({ required }) => required ?? [])).not.toContain(field);
});

it.each([
  { held: {}, ways: [] },
  { held: { authenticator: { added_at: AT } }, ways: ['code'] },
  { held: { authenticator: { added_at: AT }, passkeys: [PASSKEY] }, ways: ['passkey', 'code'] },
])('a reply without the second factors’ ids has them all the same: $ways', ({ held, ways }) => {
  const older = {
    ...{ authenticator: null, passkeys: [], recovery_codes_left: 0, trusted_computers: [] },
    ...{ required: false, due_at: null, last_way_stays: false },
    ...held,
  };
  expect(twoStepRoutes.readTwoStep.reply.parse({ two_step: older }).two_step.ways).toEqual(ways);
});
