import { Button } from '@mantine/core';
import { FAILURE_LABELS, type FailureResource, serverSaid } from '#contract/deliveries.ts';
import { fullName } from '#contract/rules/names.ts';
import { people } from '#contract/texts/people-count.ts';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import classes from './sending.module.css';
import { useFailures } from './sending-data.ts';

/** The people who did not get a delivery, or may not have, with reasons. The reply has the people only for staff who see families (`seesFamilies`); others see the number for each reason. */
export function Failures({ id, missed }: { id: string; missed: number }) {
  const list = useFailures(id, missed);
  if (list.isPending) return <Loading label="Loading the list">{null}</Loading>;
  if (list.isError)
    return (
      <ErrorState title="We could not load the list" error={list.error} onRetry={() => void list.refetch()} />
    );
  const rows = list.data.pages.flatMap((page) => page.failures.data);
  const named = rows.every(({ attributes }) => attributes.email !== null);
  const deleted = missed - (list.data.pages.at(-1)?.total ?? missed);
  return (
    <>
      {named ? <Named rows={rows} /> : <Counted rows={rows} />}
      {deleted > 0 && !list.hasNextPage && (
        <p className={classes.hint}>{people(deleted)} of them: deleted from the list since.</p>
      )}
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Load More
        </Button>
      )}
    </>
  );
}

function Named({ rows }: { rows: readonly FailureResource[] }) {
  return (
    <ul className={classes.people}>
      {rows.map(({ id, attributes: { email, reason, detail, ...person } }) => (
        <li key={id}>
          <p className={classes.person}>
            {fullName(person)} <span>{email}</span>
          </p>
          <p className={classes.reason}>{FAILURE_LABELS[reason]}.</p>
          {detail !== null && detail !== '' && <p className={classes.said}>{serverSaid(reason, detail)}</p>}
        </li>
      ))}
    </ul>
  );
}

function Counted({ rows }: { rows: readonly FailureResource[] }) {
  const counts = new Map<string, number>();
  for (const { attributes } of rows) {
    const words = FAILURE_LABELS[attributes.reason];
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return (
    <ul className={classes.people}>
      {[...counts].map(([words, count]) => (
        <li key={words}>
          <p className={classes.reason}>
            {people(count)}: {words}.
          </p>
        </li>
      ))}
      <li className={classes.hint}>The owner of your school sees who they are.</li>
    </ul>
  );
}
