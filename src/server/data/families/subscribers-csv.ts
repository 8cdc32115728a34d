import type { Readable } from 'node:stream';
import { findGroupsOf, groupCell } from '#server/data/groups/groups.ts';
import { listSubscribersAfter, type Subscriber } from '#server/data/subscribers.ts';
import { csvOf } from '#server/platform/csv.ts';
import type { Database } from '#server/platform/db/client.ts';

type Cells = Readonly<Record<string, (subscriber: Subscriber) => string>>;

/** The columns of the file that staff download: it can be imported again. */
const LISTED: Cells = {
  first_name: ({ firstName }) => firstName,
  last_name: ({ lastName }) => lastName,
  email: ({ email }) => email,
  status: ({ status }) => status,
  unsubscribed_at: ({ unsubscribedAt }) => unsubscribedAt?.toISOString() ?? '',
  added_at: ({ createdAt }) => createdAt.toISOString(),
};
/** The other columns of the archive, which has everything: an import reads none of them. */
const ARCHIVED: Cells = {
  language: ({ language }) => language ?? '',
  only_own_groups: ({ ownGroupsOnly }) => String(ownGroupsOnly),
  monthly_digest: ({ monthlyDigest }) => String(monthlyDigest),
  signed_up_at: ({ signedUpAt }) => signedUpAt?.toISOString() ?? '',
};

const PAGE = 1000;

/** All of a school's subscribers as a CSV file, read page by page. `isWhole`: with the columns of the archive. */
export function subscribersCsv(
  database: Database,
  schoolId: string,
  { isWhole }: { readonly isWhole: boolean },
): Readable {
  const others = isWhole ? ARCHIVED : {};
  async function* rows() {
    for (let last = ''; ; ) {
      const page = await listSubscribersAfter(database, schoolId, last, PAGE);
      if (page.length === 0) return;
      const ids = page.map(({ id }) => id);
      const groups = await findGroupsOf(database, schoolId, ids);
      yield page.map((subscriber) => [
        ...cellsOf(LISTED, subscriber),
        groupCell(groups.get(subscriber.id)),
        ...cellsOf(others, subscriber),
      ]);
      last = page.at(-1)?.email ?? last;
    }
  }
  return csvOf([...Object.keys(LISTED), 'groups', ...Object.keys(others)], rows());
}

function cellsOf(cells: Cells, subscriber: Subscriber): readonly string[] {
  return Object.values(cells).map((cell) => cell(subscriber));
}
