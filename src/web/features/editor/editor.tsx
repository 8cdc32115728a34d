import { useMediaQuery } from '@mantine/hooks';
import { Activity, useEffect, useMemo, useRef, useState } from 'react';
import type { NewsletterResource } from '#contract/newsletters.ts';
import type { SchoolResource } from '#contract/school.ts';
import { narrowerThan } from '#ui/breakpoints.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { createMailMeter } from '#web/features/editor/kernel/facts/mail-meter.ts';
import { useHistoryPlace } from '#web/features/editor/kernel/places/history-place.ts';
import { EditorContext, type EditorTools } from '#web/features/editor/kernel/tools.tsx';
import { dismissUndoOffer } from '#web/features/editor/kernel/undo/offer-undo.ts';
import type { Journal } from '#web/features/editor/saving/journal.ts';
import { openedFrom } from '#web/features/editor/saving/newsletter-calls.ts';
import { notifyOfRestored } from '#web/features/editor/saving/notify-of-restored.ts';
import { useUnsavedGuard } from '#web/features/editor/saving/use-unsaved-guard.ts';
import { createDesignPages } from '#web/newsletter-ui/designs/design-pages.ts';
import { beginEditing } from './begin-editing.ts';
import { EditorShell } from './editor-shell.tsx';
import { GUESTS } from './guests.ts';

/** The editor: picker, canvas and field editor around one newsletter. */
export function Editor({
  newsletter,
  journal,
  school,
}: {
  newsletter: NewsletterResource;
  journal: Journal;
  school: SchoolResource['attributes'];
}) {
  const [editing] = useState(() => beginEditing(openedFrom(newsletter), journal, school.language));
  useEffect(() => editing.start(), [editing]);
  useEffect(() => dismissUndoOffer, []);
  useEffect(() => notifyOfRestored(editing), [editing]);
  const [strip, setStrip] = useState<HTMLElement | null>(null);
  const tools = useNewTools(editing, school, strip);
  const history = useHistoryPlace();
  return (
    <EditorContext value={tools}>
      <UnsavedGuard />
      {/* While the history is open, the editor keeps its state and listens to nothing. */}
      <Activity mode={history.isOpen && !editing.isContributor ? 'hidden' : 'visible'}>
        <EditorShell stripRef={setStrip} />
      </Activity>
      {GUESTS.at('Screen').map(({ name, contribution: Screen }) => (
        <Screen key={name} />
      ))}
    </EditorContext>
  );
}

function useNewTools(
  editing: EditorSession,
  school: SchoolResource['attributes'],
  strip: HTMLElement | null,
): EditorTools {
  const meter = useMemo(
    () => createMailMeter(editing.store, editing.blockRenderer, school, editing.schoolDates),
    [editing, school],
  );
  useEffect(() => meter.start(), [meter]);
  const [designPages] = useState(() => createDesignPages());
  useEffect(() => () => designPages.dispose(), [designPages]);
  const sheet = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const isNarrow = useMatches(narrowerThan('md'));
  const isPhone = useMatches(narrowerThan('sm'));
  return useMemo(
    () => ({
      editing,
      guests: GUESTS,
      school,
      meter,
      designPages,
      sheet,
      scroller,
      strip,
      isNarrow,
      isPhone,
    }),
    [editing, school, meter, designPages, strip, isNarrow, isPhone],
  );
}

function useMatches(query: string): boolean {
  return useMediaQuery(query, false, { getInitialValueInEffect: false });
}

function UnsavedGuard() {
  useUnsavedGuard();
  return null;
}
