import type { Readable } from 'node:stream';
import { findGroupsOf, type GroupOfSubscriber, groupCell } from '#server/data/groups/groups.ts';
import { listSubscribersAfter, type Subscriber } from '#server/data/subscribers.ts';
import { csvOf } from '#server/platform/csv.ts';
import type { Database } from '#server/platform/db/client.ts';

type Cells = Readonly<
  Record<string, (subscriber: Subscriber, groups: readonly GroupOfSubscriber[] | undefined) => string>
>;

/**
 * The columns of the file that staff download: it can be imported again. The import acts on the headings that it knows
 * (`file/heading-words.ts` and `file/states.ts` of the import): a column such as `left_on` would unsubscribe people.
 */
const LISTED: Cells = {
  first_name: ({ firstName }) => firstName,
  last_name: ({ lastName }) => lastName,
  email: ({ email }) => email,
  status: ({ status }) => status,
  unsubscribed_at: ({ unsubscribedAt }) => unsubscribedAt?.toISOString() ?? '',
  added_at: ({ createdAt }) => createdAt.toISOString(),
  groups: (_, groups) => groupCell(groups),
};
/** The columns of the archive, which has everything: an import reads none of the others. */
const ARCHIVED: Cells = {
  ...LISTED,
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
  const columns = isWhole ? ARCHIVED : LISTED;
  async function* rows() {
    for (let last = ''; ; ) {
      const page = await listSubscribersAfter(database, schoolId, last, PAGE);
      if (page.length === 0) return;
      const ids = page.map(({ id }) => id);
      const groups = await findGroupsOf(database, schoolId, ids);
      yield page.map((one) => Object.values(columns).map((cell) => cell(one, groups.get(one.id))));
      last = page.at(-1)?.email ?? last;
    }
  }
  return csvOf(Object.keys(columns), rows());
}
