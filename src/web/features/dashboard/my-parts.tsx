import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PART_WORDS, type Part, partRoutes } from '#contract/parts/parts.ts';
import { screenPath } from '#contract/paths.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { EmptyState, ErrorState, Loading } from '#ui/feedback/states.tsx';
import { call } from '#web/api/client.ts';
import classes from './dashboard.module.css';
import { myPartsQuery } from './dashboard-data.ts';
import { type NewsletterRow, NewsletterRows } from './newsletter-rows.tsx';

/** The parts of newsletters that the person has to write. Renders nothing without any, unless it `isAlone` on the screen. */
export function MyParts({ timeZone, isAlone = false }: { timeZone: string | undefined; isAlone?: boolean }) {
  const { data, error, isPending, refetch } = useQuery(myPartsQuery);
  const parts = data?.part.data;
  const handedIn = data?.handed_in ?? [];
  if (isAlone && isPending)
    return (
      <Loading label="Loading your parts">
        <Skeleton height={240} radius="lg" />
      </Loading>
    );
  if (isAlone && parts === undefined)
    return <ErrorState title="We could not load your parts" error={error} onRetry={() => void refetch()} />;
  const open = parts?.filter(({ attributes }) => attributes.done_at === null) ?? [];
  const done = parts?.filter(({ attributes }) => attributes.done_at !== null) ?? [];
  const today = dayIn(timeZone ?? 'UTC', new Date());
  return (
    <>
      {isAlone && open.length === 0 && (
        <EmptyState title="Nothing to write just now">
          When a colleague gives you a part of a newsletter, it stands here.
        </EmptyState>
      )}
      {open.length > 0 && (
        <section className={classes.card}>
          <h2 className={classes.title}>
            Your parts <span className={classes.total}>{open.length}</span>
          </h2>
          <NewsletterRows rows={open.map((part) => partRow(part, today))} />
        </section>
      )}
      {handedIn.length > 0 && (
        <section className={classes.card}>
          <h2 className={classes.title}>
            Handed in to you <span className={classes.total}>{handedIn.length}</span>
          </h2>
          <NewsletterRows rows={handedIn.map(handedInRow)} />
        </section>
      )}
      {isAlone && done.length > 0 && (
        <section className={classes.card}>
          <h2 className={classes.title}>
            {PART_WORDS.done}, not published yet <span className={classes.total}>{done.length}</span>
          </h2>
          <NewsletterRows rows={done.map((part) => doneRow(part, () => void refetch()))} />
        </section>
      )}
    </>
  );
}

function handedInRow(part: Part): NewsletterRow {
  const { newsletter_title, label, person_name } = part.attributes;
  const note = `${person_name} · in ‘${newsletter_title}’${changedNote(part)}`;
  return { id: part.id, to: partPath(part), title: label, note };
}

function changedNote({ attributes: { changed } }: Part): string {
  return changed === null ? '' : ` · changed since by ${changed.person_name ?? 'somebody who has left'}`;
}

function doneRow(part: Part, onReopened: () => void): NewsletterRow {
  const { newsletter_title, label } = part.attributes;
  const note = `${PART_WORDS.done} · in ‘${newsletter_title}’${changedNote(part)}`;
  const action = <Reopen part={part} onReopened={onReopened} />;
  return { id: part.id, to: partPath(part), title: label, note, action };
}

function Reopen({ part: { id, attributes }, onReopened }: { part: Part; onReopened: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const reopen = async () => {
    setBusy(true);
    try {
      await call(partRoutes.finishPart, { params: { id }, body: { done: false } });
      onReopened();
    } catch {
      // The call has shown the error.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="subtle"
      size="sm"
      disabled={isBusy}
      aria-label={`${PART_WORDS.reopen}: ${attributes.label}`}
      onClick={() => void reopen()}
    >
      {PART_WORDS.reopen}
    </Button>
  );
}

function partPath({ attributes: { newsletter_id, block } }: Part): string {
  return `${screenPath('editor', { id: newsletter_id })}?${new URLSearchParams({ part: block })}`;
}

function partRow(part: Part, today: string): NewsletterRow {
  const { newsletter_title, label, due_on, is_gone } = part.attributes;
  const day = due_on === today ? 'today' : formatWeekday(due_on);
  const when = due_on < today ? `Was wanted by ${day}` : `By ${day}`;
  const missingNote = is_gone ? ' · not in the newsletter just now' : '';
  return {
    id: part.id,
    to: partPath(part),
    title: label,
    note: `${when} · in ‘${newsletter_title}’${missingNote}`,
  };
}
