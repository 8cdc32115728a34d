import type { OwnColours } from '#newsletter/designs/colours.ts';
import { DESIGNS, type DesignId, designId } from '#newsletter/designs/index.ts';
import { paletteOf, type SchoolBranding } from '#newsletter/values/branding.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { flushChange } from '#web/features/editor/kernel/places/focus.ts';
import type { EditorState, StateChange } from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';

/** Sets the newsletter's design. The school's own is stored as none, so that the newsletter follows the school. */
function setDesign(state: EditorState, chosen: DesignId, schools: string): StateChange {
  const design = chosen === designId(schools) ? null : chosen;
  return design === state.document.design ? {} : { document: { ...state.document, design } };
}

/** Sets the day in the masthead, `YYYY-MM-DD`; an empty text means the day on which it is published. */
export function setIssueDate(state: EditorState, day: string): StateChange {
  const issueDate = day === '' ? null : day;
  return issueDate === state.document.issueDate ? {} : { document: { ...state.document, issueDate } };
}

/** Sets the newsletter's own colours; null for the school's. */
export function setColours(state: EditorState, colours: OwnColours | null): StateChange {
  return { document: { ...state.document, colours } };
}

/** The first values of a newsletter's own colours: the school's. */
export function firstOwnColours(school: SchoolBranding): OwnColours {
  const { primary, accent } = paletteOf(school);
  return { primary, secondary: accent.background };
}

/** Changes between the school's colours and the newsletter's own, and announces it. */
export function changeColours(editing: EditorSession, colours: OwnColours | null): void {
  flushChange(() => act(editing.store, setColours, colours));
  editing.announce(colours === null ? 'School colours' : 'Own colours');
}

/** Changes the design and announces it. */
export function changeDesign(editing: EditorSession, chosen: DesignId, schools: string): void {
  flushChange(() => act(editing.store, setDesign, chosen, schools));
  editing.announce(`Design: ${DESIGNS[chosen].label}`);
}
