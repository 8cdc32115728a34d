/** The kinds of content in a document that its author may not mean to publish. The warning lists them by name. */
export const HELD_WORDS = [
  'deleted_text',
  'hidden_text',
  'comments',
  'speaker_notes',
  'hidden_sheets',
  'hidden_slides',
] as const;
export type HeldWords = (typeof HELD_WORDS)[number];

/** The warning about a file with more content than families should read. `address`: the stored file's. */
export function heldWordsWarning(held: readonly HeldWords[], address: string): string {
  const names = HELD_WORDS.filter((each) => held.includes(each)).map((each) => each.replace('_', ' '));
  const last = names.pop() ?? '';
  const list = names.length === 0 ? last : `${names.join(', ')} and ${last}`;
  return `This document still holds ${list}. ${wayOut(held, address)}, then upload it again`;
}

const PROGRAMS: ReadonlyMap<string, string> = new Map([
  ['docx', 'Word'],
  ['xlsx', 'Excel'],
  ['pptx', 'PowerPoint'],
]);

// The Document Inspector finds all such content of an office document except hidden slides.
function wayOut(held: readonly HeldWords[], address: string): string {
  const extension = address.split('.').at(-1)?.toLowerCase() ?? '';
  const program = PROGRAMS.get(extension);
  if (extension === 'pdf') return 'In a PDF reader: delete all under Comments';
  if (program === undefined) return 'Take them out';
  if (extension === 'docx' && !held.includes('hidden_text'))
    return 'In Word: Review, Accept all changes and Delete all comments';
  const slides = held.includes('hidden_slides') ? 'delete those slides, then ' : '';
  return `In ${program}: ${slides}File, Info, Check for Issues, Inspect Document`;
}
