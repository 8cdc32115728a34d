import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { webhooks } from '#server/platform/db/schema/api.ts';
import { secrets } from '#server/platform/db/schema/deliveries.ts';
import { authenticators } from '#server/platform/db/schema/people.ts';
import { signingKeyOwner, storedForm, writtenForm } from '#server/platform/secrets.ts';

/** All secrets that the database holds encrypted. Do not use within `forSchool`: they belong to all schools. */

/** The key ring's name for the owner of an authenticator's secret. */
export const authenticatorSecretOwner = (userId: string) => `authenticators ${userId}`;
/** The key ring's name for the owner of a webhook's secret. */
export const webhookSecretOwner = (id: string) => `webhooks ${id}`;

/** A stored secret, encrypted under a key or plain. */
export interface StoredSecret {
  readonly id: string;
  readonly owner: string;
  readonly stored: string;
}

/** The secrets of one column. */
export interface SealedColumn {
  /** The operator's words for it, singular and plural. */
  readonly name: readonly [string, string];
  /** The next secrets after an id, ordered by id. */
  after(database: Database, id: string | null): Promise<readonly StoredSecret[]>;
  /** Stores another form of the same secret. False if the secret has changed meanwhile. */
  replace(database: Database, secret: StoredSecret, stored: string): Promise<boolean>;
  /** The consequences of losing them, as the end of a sentence for the operator. */
  readonly ifLost: string;
  /** Removes a secret that cannot be read any more. */
  remove(database: Database, secret: StoredSecret): Promise<void>;
}

const AT_A_TIME = 200;

const AUTHENTICATORS: SealedColumn = {
  name: ['authenticator app', 'authenticator apps'],
  async after(database, id) {
    const { userId, secret } = authenticators;
    const rows = await database
      .orm()
      .select({ id: userId, stored: secret })
      .from(authenticators)
      .where(id === null ? undefined : gt(userId, id))
      .orderBy(asc(userId))
      .limit(AT_A_TIME);
    return rows.map((row) => ({ ...row, owner: authenticatorSecretOwner(row.id) }));
  },
  async replace(database, { id, stored }, secret) {
    const isSame = and(eq(authenticators.userId, id), eq(authenticators.secret, stored));
    const replaced = database.orm().update(authenticators).set({ secret }).where(isSame);
    return (await replaced.returning({ id: authenticators.userId })).length > 0;
  },
  ifLost:
    'their people log in by passkey, or without one by the password alone, until they set the app up anew',
  async remove(database, { id }) {
    await database.orm().delete(authenticators).where(eq(authenticators.userId, id));
  },
};

// One shape for both secrets of a webhook.
function webhookColumn(
  name: SealedColumn['name'],
  column: typeof webhooks.secret | typeof webhooks.oldSecret,
  changed: (stored: string) => { readonly secret: string } | { readonly oldSecret: string },
  lost: Pick<SealedColumn, 'ifLost' | 'remove'>,
): SealedColumn {
  return {
    name,
    async after(database, id) {
      const rows = await database
        .orm()
        .select({ id: webhooks.id, stored: column })
        .from(webhooks)
        .where(and(isNotNull(column), id === null ? undefined : gt(webhooks.id, id)))
        .orderBy(asc(webhooks.id))
        .limit(AT_A_TIME);
      return rows.flatMap(({ id: own, stored }) =>
        stored === null ? [] : [{ id: own, stored, owner: webhookSecretOwner(own) }],
      );
    },
    async replace(database, { id, stored }, next) {
      const isSame = and(eq(webhooks.id, id), eq(column, stored));
      const replaced = database.orm().update(webhooks).set(changed(next)).where(isSame);
      return (await replaced.returning({ id: webhooks.id })).length > 0;
    },
    ...lost,
  };
}

const SIGNING_KEYS: SealedColumn = {
  name: ['signing key', 'signing keys'],
  async after(database, id) {
    const rows = await database
      .orm()
      .select()
      .from(secrets)
      .where(id === null ? undefined : gt(secrets.name, id))
      .orderBy(asc(secrets.name))
      .limit(AT_A_TIME);
    return rows.map(({ name, value }) => ({
      id: name,
      stored: writtenForm(value),
      owner: signingKeyOwner(name),
    }));
  },
  async replace(database, { id, stored }, next) {
    const isSame = and(eq(secrets.name, id), eq(secrets.value, storedForm(stored)));
    const replaced = database
      .orm()
      .update(secrets)
      .set({ value: storedForm(next) })
      .where(isSame);
    return (await replaced.returning({ name: secrets.name })).length > 0;
  },
  ifLost:
    'what they signed counts no more: links in mails that were sent (to unsubscribe, to choose), addresses of files, reports of mails that came back',
  async remove(database, { id }) {
    await database.orm().delete(secrets).where(eq(secrets.name, id));
  },
};

/** All encrypted columns. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  AUTHENTICATORS,
  webhookColumn(['webhook', 'webhooks'], webhooks.secret, (secret) => ({ secret }), {
    ifLost: 'they are deleted, and their schools add them again, with the new secret at the receiver',
    async remove(database, { id }) {
      await database.orm().delete(webhooks).where(eq(webhooks.id, id));
    },
  }),
  webhookColumn(
    ['webhook’s old secret', 'webhooks’ old secrets'],
    webhooks.oldSecret,
    (oldSecret) => ({ oldSecret }),
    {
      ifLost: 'receivers have to take the new one',
      async remove(database, { id }) {
        const none = { oldSecret: null, oldSecretUntil: null };
        await database.orm().update(webhooks).set(none).where(eq(webhooks.id, id));
      },
    },
  ),
  SIGNING_KEYS,
];

/** All secrets of a column, in batches: changes to a batch are stored before the next is read. */
export async function* secretsOf(database: Database, column: SealedColumn): AsyncGenerator<StoredSecret> {
  for (let last: string | null = null; ; ) {
    const some: readonly StoredSecret[] = await column.after(database, last);
    yield* some;
    last = some.at(-1)?.id ?? null;
    if (last === null) return;
  }
}
