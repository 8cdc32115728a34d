import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { SUBSCRIBERS_ADDRESS } from '#contract/paths.ts';
import { type ImportResource, type ImportStatus, isImportUnderWay } from '#contract/subscribers.ts';
import { families } from '#contract/texts/people-count.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { importResultQuery } from '#web/features/subscribers/subscriber-data.ts';
import { useSendingAddress } from '#web/newsletter-ui/audience/back-to-sending.tsx';
import classes from './import.module.css';
import { ImportLines } from './import-lines.tsx';
import { AfterImport } from './undo-import.tsx';
import { type ImportResult, useCancelImport } from './use-import.ts';

/** The progress of a running import, or the result of a finished one. */
export function FollowedImport({ followed, onOther }: { followed: ImportResource; onOther: () => void }) {
  const { id, attributes } = followed;
  // The counts come with the import; its lines are loaded separately, because there may be many.
  const { data: result } = useQuery({ ...importResultQuery(id), enabled: attributes.has_result });
  if (isImportUnderWay(attributes.status)) return <UnderWay followed={followed} />;
  const done = attributes.status === 'done' ? followed : null;
  // The lines of an import that was taken back are not true any more.
  return <DoneImport counts={attributes} result={done ? result : undefined} {...{ done, onOther }} />;
}

/** The result of an import: its counts, and its lines once they are loaded. */
export function DoneImport({
  counts,
  result,
  done,
  onOther,
}: {
  counts: ImportCounts;
  result: ImportResult | undefined;
  /** The import itself, once it is known to be done. */
  done: ImportResource | null;
  onOther: () => void;
}) {
  const sending = useSendingAddress();
  return (
    <>
      <section className={classes.card} aria-label="Done">
        <p className={classes.done} role="status">
          {outcomeText(counts)}
        </p>
        <div className={classes.buttons}>
          {sending !== null && (
            <Button component={Link} to={sending}>
              Go on to send
            </Button>
          )}
          <Button component={Link} to={SUBSCRIBERS_ADDRESS} variant={sending === null ? 'filled' : 'default'}>
            Show all subscribers
          </Button>
          <Button variant="default" onClick={onOther}>
            Import another file
          </Button>
        </div>
        {done && <AfterImport done={done} onUndone={onOther} />}
      </section>
      {result && <ImportLines result={result} />}
    </>
  );
}

function UnderWay({ followed: { id, attributes } }: { followed: ImportResource }) {
  const cancel = useCancelImport();
  const { file_name, done, total } = attributes;
  const isReverting = attributes.status === 'canceling' || attributes.status === 'undoing';
  return (
    <div className={classes.card}>
      <ImportBar
        name={file_name}
        doing={DOING[attributes.status] ?? 'Importing'}
        share={total === 0 ? null : done / total}
      >
        {!isReverting && (
          <BusyButton
            type="button"
            variant="default"
            busy={cancel.isPending}
            busyLabel="Cancelling…"
            onClick={() => cancel.mutate(id)}
          >
            Cancel import
          </BusyButton>
        )}
      </ImportBar>
      <p className={classes.note}>
        {isReverting
          ? 'People who were added from this file are taken off your list again.'
          : 'You can leave this page: the import goes on. Newsletters wait until it has ended.'}
      </p>
    </div>
  );
}

const DOING: Partial<Record<ImportStatus, string>> = { canceling: 'Cancelling', undoing: 'Undoing' };

/** The progress bar of a file. `share` is between 0 and 1, or null while it is unknown. */
export function ImportBar({
  name,
  doing,
  share,
  children,
}: {
  name: string;
  doing: string;
  share: number | null;
  children?: ReactNode;
}) {
  return (
    <>
      <p className={classes.file}>
        <IconFileSpreadsheet size={20} stroke={1.75} aria-hidden="true" />
        <span>{name}</span>
      </p>
      <progress
        className={classes.bar}
        max={1}
        {...(share === null ? {} : { value: share })}
        aria-label={`${doing} ${name}`}
      />
      <div className={classes.buttons}>
        <p className={classes.figures} role="status">
          {share === null ? `${doing}…` : `${doing}… ${Math.floor(share * 100)}%`}
        </p>
        {children}
      </div>
    </>
  );
}

type ImportCounts = Pick<
  ImportResource['attributes'],
  'status' | 'added' | 'updated' | 'skipped' | 'joined' | 'unreadable' | 'refusal'
>;

/** The counts of an import that has just finished. */
export function countsOf({ added, updated, skipped, joined, errors }: ImportResult): ImportCounts {
  return { status: 'done', added, updated, skipped, joined, unreadable: errors.length, refusal: null };
}

/** The outcome of an import in one to three sentences. */
export function outcomeText(counts: ImportCounts): string {
  const { status, added, updated, skipped, joined, unreadable, refusal } = counts;
  if (status === 'canceled') return `${IMPORT_MESSAGES.canceled}.`;
  if (status === 'undone') return `${IMPORT_MESSAGES.undone}.`;
  if (status === 'failed') return `${IMPORT_MESSAGES.failed(refusal)}.`;
  const changed = updated > 0 ? `, and ${families(updated)} changed` : '';
  const siblings = joined > 0 ? ` ${linesText(joined)} of the same families.` : '';
  const omitted = skipped > joined ? ` ${linesText(skipped - joined)} left out.` : '';
  const broken = unreadable > 0 ? ` ${linesText(unreadable)} could not be read.` : '';
  return `${families(added)} added${changed}.${siblings}${omitted}${broken}`;
}

function linesText(count: number): string {
  return count === 1 ? '1 line' : `${count.toLocaleString('en-GB')} lines`;
}
