import { confirm } from '#ui/dialogs/confirm.ts';
import type { Guest } from '#web/features/editor/kernel/guest.ts';
import {
  closePanel,
  openPanel,
  openPanelInFront,
  useIsPanelShown,
} from '#web/features/editor/kernel/panels.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';

const GUEST = 'countdown';

/** Where the guest keeps what it has seen, for the test. */
export const SEEN: string[] = [];

/**
 * A guest that is not part of the program: it counts the days to the end of term. The test of new guests adds it to the list. It
 * takes a place of each kind.
 */
export const COUNTDOWN: Guest = {
  name: GUEST,
  open: ({ opened }) => SEEN.push(`opened ${opened.saved.title}`),
  start(session) {
    SEEN.push('started');
    return session.publicState.subscribe((state) => SEEN.push(state));
  },
  beforeDeleting: () => ' Its days are counted.',
  beforePublishing: async () => async () =>
    await confirm({
      title: 'Is it term yet?',
      message: 'In 12 days.',
      confirmLabel: 'Go on',
      cancelLabel: 'Go back',
    }),
  preload: { later: [async () => SEEN.push('preloaded')] },
  Head: () => <span>Term ends soon</span>,
  Publish: ({ children }) => <span title="Before the end of term">{children}</span>,
  Button() {
    const { editing } = useTools();
    const isShown = useIsPanelShown(GUEST);
    const toggle = isShown ? closePanel : openPanel;
    return (
      <button type="button" aria-expanded={isShown} onClick={() => toggle(editing, GUEST)}>
        Countdown
      </button>
    );
  },
  MenuItem: ({ Item }) => <Item onClick={() => SEEN.push('chosen')}>12 days</Item>,
  Notice: () => <p>12 days to the end of term</p>,
  Panel: () => <aside aria-label="Days of term">Monday to Friday</aside>,
  useBlockMarks: ({ type }) => ({
    words: '(12 days)',
    mark: <b>12 days</b>,
    tag: <span data-days="" />,
    frame: <span data-counted={type} />,
  }),
  Action({ name, Button }) {
    const { editing } = useTools();
    return (
      <Button label="Count the days" word="Count" onClick={() => openPanelInFront(editing, GUEST)}>
        {name.length}
      </Button>
    );
  },
  Field: () => <p>It is counted for this block</p>,
  Tiles: () => <p>Days as a tile</p>,
  StillOpen: () => <li>12 days left</li>,
  Root: () => <p>Days over all</p>,
};
