import type { SendingOfEdition } from '#contract/history.ts';
import { listSendingsOfEditions } from '#server/data/deliveries.ts';
import type { Database } from '#server/platform/db/client.ts';
import { listPastEditions } from './editions-repo.ts';
import type { StateRow } from './states-repo.ts';

/** Past editions with their sendings. */

type SendingRow = Awaited<ReturnType<typeof listSendingsOfEditions>>[number];

/** All editions of a newsletter, newest first, each with its sendings; `earlier`: sendings from before editions were kept. */
export async function listEditions(database: Database, schoolId: string, newsletterId: string) {
  const sendings = await listSendingsOfEditions(database, schoolId, newsletterId);
  const rows = await listPastEditions(database, schoolId, newsletterId);
  return {
    editions: rows.map((row) => ({
      ...row,
      sendings: sendings.filter(({ editionId }) => editionId === row.id),
    })),
    earlier: sendings.filter(({ editionId, sent }) => editionId === null && sent > 0),
  };
}
type ListedEdition = Awaited<ReturnType<typeof listEditions>>['editions'][number];

/** An edition's sendings as the contract shows them. */
export function presentSendings({ sendings }: { readonly sendings: readonly SendingRow[] }): {
  readonly sent_to: number;
  readonly sendings: SendingOfEdition[];
} {
  return {
    sent_to: sumOf(sendings),
    sendings: sendings.map(({ id, subject, audience, sender, startedAt, sent, failed, unconfirmed }) => ({
      id,
      subject,
      audience,
      sender,
      started_at: startedAt.toISOString(),
      sent,
      failed,
      unconfirmed,
    })),
  };
}

/** The edition that was published with a state, and the number of families who got a mail of that publishing. */
export function sentOf(
  { reason, version, savedAt }: Pick<StateRow, 'reason' | 'version' | 'savedAt'>,
  editions: readonly ListedEdition[],
): { readonly edition_id: string | null; readonly sent_to: number } {
  if (reason !== 'published') return { edition_id: null, sent_to: 0 };
  const own = editions.filter(
    (each) => each.version === version && each.publishedAt.getTime() === savedAt.getTime(),
  );
  return {
    edition_id: own.find(({ redrawnAt }) => redrawnAt === null)?.id ?? null,
    sent_to: sumOf(own.flatMap(({ sendings }) => sendings)),
  };
}

function sumOf(sendings: readonly { readonly sent: number }[]): number {
  return sendings.reduce((sum, { sent }) => sum + sent, 0);
}
