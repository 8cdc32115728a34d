import { Dialog } from '#ui/dialogs/dialog.tsx';
import '@mantine/core/styles/Anchor.layer.css';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Audience } from '#contract/deliveries.ts';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { families } from '#contract/texts/people-count.ts';
import { calledIn } from '#newsletter/changes/changes.ts';
import { blockLabels } from '#newsletter/document/block-labels.ts';
import { fromCode } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { upgradeCode } from '#newsletter/document/upgrade.ts';
import { DialogFrame } from '#ui/dialogs/dialog-frame.tsx';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import classes from './reading-list.module.css';
import { mailAsQuery } from './sending-data.ts';

type Reading = Audience['readings'][number];

/** The distinct mails that families would read, one row each. Renders nothing if no block is for groups. */
export function ReadingList({
  newsletter,
  readings,
}: {
  newsletter: NewsletterResource;
  readings: readonly Reading[];
}) {
  const id = useId();
  const [open, setOpen] = useState<Reading | null>(null);
  if (readings.every(({ words }) => words === null)) return null;
  const called = namesOfBlocks(newsletter);
  const [last] = readings.slice(-1);
  const isAll = readings.length === 1 && last?.words === null;
  return (
    <section className={classes.whatTheyRead} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        What they read
      </h3>
      <ul className={classes.rows}>
        {readings.map((reading) => (
          <li key={reading.words ?? ''} className={classes.row}>
            <span className={classes.who}>{readingName(reading, isAll)}</span>
            <span className={classes.with}>{withWords(reading, called)}</span>
            <span className={classes.count}>
              {reading.families.toLocaleString('en-GB')}
              <span className="visually-hidden"> {reading.families === 1 ? 'family' : 'families'}</span>
            </span>
            <Anchor component="button" type="button" onClick={() => setOpen(reading)}>
              Read<span className="visually-hidden"> as {readingName(reading, isAll)}</span>
            </Anchor>
          </li>
        ))}
      </ul>
      <p className={classes.hint}>
        The page that everybody has the link to leaves out the blocks for groups. Each of these mails leads to
        a page of its own; it is no secret place, as whoever has its address can read it.
      </p>
      {open !== null && (
        <Dialog
          opened
          onClose={() => setOpen(null)}
          title={`${readingName(open, isAll)}: ${families(open.families)}`}
          fullScreen
        >
          <MailAs id={newsletter.id} groups={open.groups} />
        </Dialog>
      )}
    </section>
  );
}

/** The audience of a mail, for a list: 'Year 4 and Choir', 'Everyone else'. */
export function readingName({ words }: Reading, isAll = false): string {
  return words ?? (isAll ? 'Everyone' : 'Everyone else');
}

function MailAs({ id, groups }: { id: string; groups: readonly string[] }) {
  const mail = useQuery(mailAsQuery(id, groups));
  if (mail.isError)
    return (
      <ErrorState
        title="We could not load this mail"
        error={mail.error}
        onRetry={() => void mail.refetch()}
      />
    );
  if (mail.data === undefined)
    return (
      <Loading label="Loading the mail">
        <div className={classes.frame} />
      </Loading>
    );
  return (
    <DialogFrame className={classes.frame} title="The mail, as it will arrive" srcDoc={mail.data.mail} />
  );
}

function namesOfBlocks({ attributes }: NewsletterResource): ReadonlyMap<string, string> {
  const document = fromCode(attributes.layout_type, upgradeCode(attributes.code));
  const labels = blockLabels(document);
  return new Map(blocksOf(document).map((block) => [block.name, calledIn(labels, block)]));
}

// The published version may have a block that the draft no longer has.
function withWords({ blocks }: Reading, called: ReadonlyMap<string, string>): string {
  const names = blocks.map((name) => called.get(name));
  const [first] = names;
  if (blocks.length === 0) return '';
  return blocks.length === 1 && first !== undefined
    ? `with ${first}`
    : `with ${blocks.length} blocks for them`;
}
