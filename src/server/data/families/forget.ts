import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { webhookDeliveries } from '#server/platform/db/schema/api.ts';
import { deliveryRecipients } from '#server/platform/db/schema/deliveries.ts';
import { addressChanges, signUps } from '#server/platform/db/schema/families.ts';
import { subscriberImportParts } from '#server/platform/db/schema/subscribers.ts';

/** Forgets deleted families wherever their address is kept outside their own row. */

interface Family {
  readonly id: string;
  readonly email: string;
}

/** The body of a webhook's delivery without the address, and without the mail server's answer about it. */
export const withoutAddress = sql`regexp_replace(${webhookDeliveries.body},
  '"(email|reason)":"([^"\\\\]|\\\\.)*"', '"\\1":""', 'g')`;

/**
 * Forgets what names these families, in the transaction that deletes them and before the deletion: their addresses,
 * earlier addresses, and what servers answered about them. Rows stay where numbers depend on them.
 */
export async function forgetFamilies(
  database: Database,
  schoolId: string,
  families: readonly Family[],
): Promise<void> {
  if (families.length === 0) return;
  const orm = database.orm();
  const ids = families.map(({ id }) => id);
  const earlier = await orm
    .select({ email: addressChanges.before })
    .from(addressChanges)
    .where(and(eq(addressChanges.schoolId, schoolId), inArray(addressChanges.subscriberId, ids)));
  const emails = [...new Set([...families, ...earlier].map(({ email }) => email))];
  await forgetInWebhookDeliveries(database, schoolId, ids);
  await forgetLines(database, schoolId, emails);
  await orm
    .update(deliveryRecipients)
    .set({ detail: null })
    .where(and(eq(deliveryRecipients.schoolId, schoolId), inArray(deliveryRecipients.subscriberId, ids)));
  await orm
    .delete(signUps)
    .where(
      and(
        eq(signUps.schoolId, schoolId),
        inArray(signUps.email, emails),
        or(isNull(signUps.subscriberId), inArray(signUps.subscriberId, ids)),
      ),
    );
}

/** Blanks families in the deliveries of webhooks. Those still to be sent keep the id alone. */
async function forgetInWebhookDeliveries(
  database: Database,
  schoolId: string,
  ids: readonly string[],
): Promise<void> {
  const subscriberId = sql`${webhookDeliveries.body}::jsonb #>> '{data,subscriber,id}'`;
  const given = sql`select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`;
  await database
    .orm()
    .update(webhookDeliveries)
    .set({ body: withoutAddress, answer: '' })
    .where(
      and(
        eq(webhookDeliveries.schoolId, schoolId),
        sql`${webhookDeliveries.event} like 'subscriber.%'`,
        sql`${subscriberId} in (${given})`,
      ),
    );
}

/** Blanks the lines of imports. An import in progress does not bring them back. */
async function forgetLines(database: Database, schoolId: string, emails: readonly string[]): Promise<void> {
  const given = sql`select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb)`;
  const blank = JSON.stringify({ first_name: '', last_name: '', email: '' });
  const isTheirs = sql`line ->> 'email' in (${given})`;
  await database.orm().execute(sql`
    update ${subscriberImportParts} as part
    set lines = (select jsonb_agg(case when ${isTheirs}
        then '{"outcome": "skipped"}'::jsonb || (line - array['message', 'before', 'groups', 'marked']) || ${blank}::jsonb
        else line end order by place)
      from jsonb_array_elements(part.lines) with ordinality as each (line, place))
    where part.school_id = ${schoolId}
      and exists (select from jsonb_array_elements(part.lines) as each (line) where ${isTheirs})`);
}
