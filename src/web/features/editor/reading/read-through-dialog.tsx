import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';
import { documentFor } from '#newsletter/document/arrange.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { DialogFrame } from '#ui/dialogs/dialog-frame.tsx';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { Choice } from '#ui/forms/choice.tsx';
import { useGroups } from '#web/features/editor/kernel/facts/block-groups.ts';
import { canvasDocument } from '#web/features/editor/kernel/state/editor-state.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { KINDS, WIDTHS } from '#web/newsletter-ui/ways-to-read.ts';
import { productName } from '#web/words/product.ts';
import { marksOf } from './marks-of.ts';
import { readAsStore, readerValue, useGroupsRead } from './read-as.ts';
import { ReadAsField } from './read-as-field.tsx';
import classes from './read-through-dialog.module.css';
import { renderWhole, type WholeNewsletter } from './whole-newsletter.ts';

/** The page and the mail as readers will get them, to be read before they go out. */
export function ReadThroughDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Read it through" fullScreen>
      <Documents />
    </Dialog>
  );
}

function Documents() {
  const [kind, setKind] = useState<keyof WholeNewsletter>('page');
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop');
  const whole = useWhole();
  return (
    <div className={classes.reading}>
      <div className={classes.ways}>
        <Choice label="What to read" options={KINDS} value={kind} onChange={setKind} />
        <Choice label="Width" options={WIDTHS} value={width} onChange={setWidth} />
        <ReadAsField className={classes.readAs} />
      </div>
      {whole.isPending && (
        <Loading label="Preparing the newsletter">
          <div className={classes.frame} data-width={width} />
        </Loading>
      )}
      {whole.isError && (
        <ErrorState
          title="We could not prepare the newsletter"
          error={whole.error}
          onRetry={() => void whole.refetch()}
        />
      )}
      {whole.data && (
        <DialogFrame
          key={kind}
          className={classes.frame}
          data-width={width}
          title={kind === 'page' ? 'The page, as readers will see it' : 'The mail, as it will arrive'}
          srcDoc={whole.data[kind]}
        />
      )}
    </div>
  );
}

/** Renders the newsletter as it is when the dialog opens. */
function useWhole() {
  const { editing, school } = useTools();
  const read = useGroupsRead();
  const readAs = readerValue(useStore(readAsStore(editing)));
  const groups = useGroups();
  return useQuery({
    queryKey: ['read-through', editing.opened.id, readAs],
    queryFn: () => {
      const state = editing.store.getState();
      const document = canvasDocument(state);
      return renderWhole({
        title: state.title,
        document: read === null ? document : documentFor(document, read),
        ...(read === null && { marks: marksOf(document, groups) }),
        school,
        today: dayIn(school.time_zone, new Date()),
        missing: editing.missing.getState(),
        productName: productName(),
      });
    },
    // Never a cached rendering, and never held up without a network.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    retry: false,
  });
}
