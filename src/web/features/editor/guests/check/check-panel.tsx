import { ActionIcon, Button } from '@mantine/core';
import { IconAccessible, IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Finding } from '#newsletter/check/finding.ts';
import { inColours } from '#newsletter/designs/colours.ts';
import { BLOCK_MESSAGES } from '#newsletter/document/block.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { type PictureOf, picturesOf } from '#newsletter/document/traits.ts';
import { longMail } from '#newsletter/render/mail-limit.ts';
import { darkenedTextColours } from '#newsletter/values/branding.ts';
import panel from '#web/features/editor/fields/field-editor.module.css';
import { showUnfinished } from '#web/features/editor/fields/show-unfinished.ts';
import { usePlaceLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import { canvasDocument } from '#web/features/editor/kernel/state/editor-state.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { type UnsavedBlock, unsavedBlocksIn } from '#web/features/editor/kernel/unsaved-blocks.ts';
import { applyFindingFix, showFinding } from './apply-fix.ts';
import { countWords, useIsLongMail } from './check-button.tsx';
import classes from './check-panel.module.css';
import { checkerOf } from './checker.ts';
import { closeCheck } from './open-check.ts';

/** The blocks that are not finished and the findings of the check, each with a link to its block. Takes the field editor's place. */
export function CheckPanel() {
  const { editing } = useTools();
  const isLong = useIsLongMail();
  const findings = useStore(checkerOf(editing).findings);
  const pending = useStore(editing.files.state);
  const unfinished = unsavedBlocksIn(
    useEditor((state) => state),
    pending,
  );
  const errors = findings.filter(({ severity }) => severity === 'error');
  const hints = findings.filter(({ severity }) => severity === 'hint');
  const title = useRef<HTMLHeadingElement>(null);
  const count = countWords(unfinished.length, errors.length, hints.length + (isLong ? 1 : 0));
  useEffect(() => editing.announce(`Check: ${count}`), [editing, count]);
  return (
    <aside
      data-over-canvas=""
      className={panel.panel}
      data-region="form"
      aria-labelledby="check-title"
      onKeyDown={(event) => {
        if (event.key === 'Escape') closeCheck(editing);
      }}
    >
      <span className={panel.grabber} aria-hidden="true" />
      <div className={panel.head}>
        <IconAccessible size={22} stroke={1.75} aria-hidden="true" />
        {/* Takes the focus after a fix, which removes the focused button. */}
        <h2 id="check-title" ref={title} tabIndex={-1} className={panel.title}>
          Check
        </h2>
        <ActionIcon aria-label="Close" data-closes="" onClick={() => closeCheck(editing)}>
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </div>
      <div className={panel.body}>
        {unfinished.length === 0 && findings.length === 0 && !isLong && <NothingFound />}
        <Unfinished blocks={unfinished} />
        <Group
          title="To put right"
          note="These keep some people from reading. Publishing asks about them."
          findings={errors}
          onFixed={() => title.current?.focus()}
        />
        <Group
          title="To think about"
          note="These make reading harder. You decide."
          findings={hints}
          onFixed={() => title.current?.focus()}
        />
        {isLong && <LongMail />}
        <SchoolColours />
      </div>
    </aside>
  );
}

/** The blocks that keep the newsletter from being published, each with a link to its first invalid field. */
function Unfinished({ blocks }: { blocks: readonly UnsavedBlock[] }) {
  const { editing } = useTools();
  return (
    <Section
      title="Not finished"
      note="Publishing waits for these. Complete them, or delete them."
      count={blocks.length}
    >
      {blocks.map((block) => (
        <li key={block.name} className={classes.item} data-severity="error">
          <button type="button" className={classes.place} onClick={() => showUnfinished(editing, block)}>
            <span className={classes.where}>{block.label}</span>
            {whyUnfinished(block)}
          </button>
        </li>
      ))}
    </Section>
  );
}

function whyUnfinished({ isUploading, problem, rows }: UnsavedBlock): string {
  if (isUploading) return 'A file for it is still on its way.';
  if (problem === null) return 'A file for it could not be uploaded.';
  if (rows.length > 0) return `To finish: ${rows.join(', ')}`;
  return problem.message === BLOCK_MESSAGES.required
    ? 'Something that it needs is still empty.'
    : problem.message;
}

function Group({
  title,
  note,
  findings,
  onFixed,
}: {
  title: string;
  note: string;
  findings: readonly Finding[];
  onFixed: () => void;
}) {
  return (
    <Section title={title} note={note} count={findings.length}>
      {findings.map((finding) => (
        <Item key={finding.id} finding={finding} onFixed={onFixed} />
      ))}
    </Section>
  );
}

/** A list with its number of rows; nothing if it is empty. */
function Section({
  title,
  note,
  count,
  children,
}: {
  title: string;
  note: string;
  count: number;
  children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <section className={classes.group}>
      <h3 className={classes.groupTitle}>
        {title} <span className={classes.number}>{count}</span>
      </h3>
      <p className={classes.note}>{note}</p>
      <ul className={classes.list}>{children}</ul>
    </section>
  );
}

function LongMail() {
  const { editing, meter } = useTools();
  const bytes = useStore(meter.bytes);
  if (bytes === null) return null;
  return (
    <section className={classes.group}>
      <h3 className={classes.groupTitle}>The mail is long</h3>
      <p className={classes.note}>{longMail(bytes)}</p>
      <Button variant="default" size="sm" onClick={() => editing.view.setState('mail', true)}>
        Show the mail
      </Button>
    </section>
  );
}

function SchoolColours() {
  const { school } = useTools();
  const colours = useEditor((state) => state.document.colours);
  const darkened = darkenedTextColours(inColours(school, colours));
  if (darkened.length === 0) return null;
  return (
    <section className={classes.group}>
      <h3 className={classes.groupTitle}>
        {colours === null ? 'Your school’s colours' : 'This newsletter’s colours'}
      </h3>
      <p className={classes.note}>As words on white these would be too pale to read, so we darken them:</p>
      <ul className={classes.colours}>
        {darkened.map(({ usage, chosen, used }) => (
          <li key={usage}>
            {usage}: <span className={classes.chip} style={{ background: chosen }} /> {chosen} is written as{' '}
            <span className={classes.chip} style={{ background: used }} /> {used}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Item({ finding, onFixed }: { finding: Finding; onFixed: () => void }) {
  const { editing, school } = useTools();
  const checker = checkerOf(editing);
  const { id, severity, message, fix } = finding;
  return (
    <li className={classes.item} data-severity={severity}>
      <button type="button" className={classes.place} onClick={() => showFinding(editing, finding)}>
        <span className={classes.where}>{usePlaceLabel(finding.block)}</span>
        {message}
      </button>
      {fix !== undefined && (
        <Button
          variant="default"
          size="sm"
          className={classes.fix}
          onClick={async () => {
            // The document may have changed since the last check.
            const now = (await checker.now(school)).find((other) => other.id === id);
            if (now !== undefined) applyFindingFix(editing, now);
            await checker.now(school);
            onFixed();
          }}
        >
          {fix.label}
        </Button>
      )}
    </li>
  );
}

// A picture that an author has marked as decorative has no description, which is the author's choice.
function picturesWords(pictures: readonly PictureOf[]): string {
  const decorative = pictures.filter(({ alt }) => alt === '').length;
  if (decorative === 0) return 'Every picture says what it shows';
  const count = `${decorative} decorative ${decorative === 1 ? 'picture' : 'pictures'}`;
  return decorative === pictures.length
    ? `No picture says what it shows: ${count}`
    : `Every picture says what it shows, but for ${count}`;
}

const checkedThings = (pictures: readonly PictureOf[]) => [
  'Every file is there',
  picturesWords(pictures),
  'Colours of boxes can be read',
  'Links say where they lead',
  'Headings are in order',
  'Nothing shouts in capitals',
];

function NothingFound() {
  const document = canvasDocument(useEditor((state) => state));
  const pictures = blocksOf(document).flatMap((block) => picturesOf(block));
  return (
    <div className={classes.well}>
      <IconCheck size={28} stroke={1.75} aria-hidden="true" />
      <p>
        <strong>Ready for everyone to read</strong>
      </p>
      <ul className={classes.checked}>
        {checkedThings(pictures).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  );
}
