import { APPROVAL } from '#web/features/editor/guests/approval/guest.tsx';
import { AUDIENCE } from '#web/features/editor/guests/audience/guest.tsx';
import { CHECK } from '#web/features/editor/guests/check/guest.tsx';
import { HISTORY } from '#web/features/editor/guests/history/guest.tsx';
import { NEXT_ISSUE } from '#web/features/editor/guests/next-issue/guest.tsx';
import { NOTES } from '#web/features/editor/guests/notes/guest.tsx';
import { PARTS } from '#web/features/editor/guests/parts/guest.tsx';
import { SAVED } from '#web/features/editor/guests/saved/guest.tsx';
import { TIMING } from '#web/features/editor/guests/timing/guest.tsx';
import { TOGETHER } from '#web/features/editor/guests/together/guest.tsx';
import { arrange } from '#web/features/editor/kernel/guest.ts';

/** The order of buttons, and of the items in a phone's menu: not the order of everything else. */
const ACTIONS = [NOTES, PARTS, HISTORY, TIMING, APPROVAL];

/** All guests of the editor, in the order in which they are called and shown. */
export const GUESTS = arrange(
  [AUDIENCE, PARTS, NOTES, APPROVAL, HISTORY, TIMING, NEXT_ISSUE, CHECK, SAVED, TOGETHER],
  { Action: ACTIONS, MenuItem: ACTIONS, StillOpen: [CHECK, NEXT_ISSUE, PARTS, NOTES] },
);
