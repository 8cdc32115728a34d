import { IconUserEdit } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { insteadOf, loadable, Nothing } from '#ui/loadable.tsx';
import { isApiError } from '#web/api/api-error.ts';
import { TagNote } from '#web/features/editor/canvas/tag-note.tsx';
import type { Guest } from '#web/features/editor/kernel/guest.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';
import { followParts } from './follow-parts.ts';
import { limitToParts } from './limit-to-parts.ts';
import { PartsButton } from './parts-button.tsx';
import { ALL_PARTS, partsOf } from './parts-store.ts';
import { useHasParts, usePart, usePartName } from './use-part.ts';
import { usePartAddress } from './use-part-address.ts';

const PartsItem = loadable(async () => (await import('./actions.tsx')).PartsItem, Nothing);
const GiveOut = loadable(async () => (await import('./actions.tsx')).GiveOut, Nothing);
const StillWritten = loadable(async () => (await import('./actions.tsx')).StillWritten, Nothing);
const PartMark = loadable(async () => (await import('./part-mark.tsx')).PartMark, Nothing);
const PartReach = loadable(async () => (await import('./part-mark.tsx')).PartReach, Nothing);
const PartDialog = loadable(async () => (await import('./part-dialog.tsx')).PartDialog, Nothing);
const AllPartsDialog = loadable(async () => (await import('./all-parts-dialog.tsx')).AllPartsDialog, Nothing);
const OwnPartsPanel = loadable(
  async () => (await import('./own-parts-panel.tsx')).OwnPartsPanel,
  insteadOf('list of your parts'),
);
const OwnPartsNotice = loadable(
  async () => (await import('./own-parts-panel.tsx')).OwnPartsNotice,
  insteadOf('list of your parts'),
);
const KeptInEditor = loadable(async () => (await import('./kept-words-dialog.tsx')).KeptInEditor, Nothing);
const KeptHere = loadable(async () => (await import('./kept-words-dialog.tsx')).KeptHere, Nothing);

/** Parts: who writes which block. */
export const PARTS: Guest = {
  name: 'parts',
  open(session) {
    if (session.isContributor) limitToParts(session);
  },
  start(session) {
    const { isContributor } = session;
    const stops = [
      followParts(session),
      // A contributor cannot do anything before the parts are loaded.
      partsOf(session).start(isContributor ? (run) => run() : whenIdle),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  },
  // A part of theirs may belong to somebody else now.
  refused(session, error) {
    if (session.isContributor && isApiError(error, 403)) void partsOf(session).refresh();
  },
  received(session, { event }) {
    if (event !== 'stored') return;
    const known = [...session.parts.getState().parts.values()];
    // A part that was handed in may have changed.
    if (known.some(({ attributes }) => attributes.done_at !== null)) void partsOf(session).refresh();
  },
  // The server does not notify the part's author of the deletion, so the question names them.
  beforeDeleting({ parts }, block) {
    const part = parts.getState().parts.get(block)?.attributes;
    return part === undefined ? '' : ` It is the part of ${part.person_name}.`;
  },
  preload: {
    soon: [GiveOut.preload, PartsItem.preload],
    later: [PartMark, PartReach, PartDialog, AllPartsDialog, StillWritten].map(({ preload }) => preload),
  },
  Button: PartsButton,
  MenuItem: PartsItem,
  Notice() {
    const { editing, isNarrow } = useTools();
    return isNarrow && editing.isContributor && <OwnPartsNotice />;
  },
  usePanelAtRest: () => useTools().editing.isContributor && <OwnPartsPanel />,
  useBlockMarks({ name }) {
    const writer = usePartName(usePart(name));
    const frame = useHasParts() && <PartReach name={name} />;
    if (writer === null) return { frame };
    return { frame, mark: <PartMark name={name} />, tag: <TagNote icon={IconUserEdit} words={writer} /> };
  },
  Action: GiveOut,
  StillOpen: StillWritten,
  Root,
  Refused: KeptHere,
};

function Root() {
  const { editing } = useTools();
  const open = useStore(partsOf(editing).state, (state) => state.open);
  usePartAddress();
  return (
    <>
      {open === ALL_PARTS && <AllPartsDialog />}
      {open !== null && open !== ALL_PARTS && <PartDialog key={open} name={open} />}
      {editing.isContributor && <KeptInEditor />}
    </>
  );
}
