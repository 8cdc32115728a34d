import { expect, it } from 'vitest';
import { z } from 'zod';
import { approvalRoutes } from '#contract/approval/approval.ts';
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
  [serviceRoutes.health, '', 'version'],
])('a reply is understood without what is new in it: %#', ({ reply }, place, field) => {
  const root = partsOf(z.toJSONSchema(reply, { io: 'input', unrepresentable: 'any', reused: 'inline' }));
  const found = place.split('.').filter(Boolean).reduce(below, root);
  const having = found.filter(({ properties }) => properties?.[field] !== undefined);
  expect(having).not.toEqual([]);
  expect(having.flatMap(({ required }) => required ?? [])).not.toContain(field);
});
