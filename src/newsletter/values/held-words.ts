/** What a document can hold beside what its author means to give out. */
export const HELD_WORDS = [
  'deleted_text',
  'hidden_text',
  'comments',
  'speaker_notes',
  'hidden_sheets',
] as const;
export type HeldWords = (typeof HELD_WORDS)[number];

const NAMES: Readonly<Record<HeldWords, string>> = {
  deleted_text: 'deleted text',
  hidden_text: 'hidden text',
  comments: 'comments',
  speaker_notes: 'speaker notes',
  hidden_sheets: 'hidden sheets',
};

const INSPECT = 'File, Info, Check for Issues, Inspect Document';
/** How an author takes them out, by the file's extension. */
const WAYS: readonly (readonly [RegExp, string])[] = [
  [/\.docx$/i, 'In Word: Review, Accept all changes and Delete all comments'],
  [/\.xlsx$/i, `In Excel: ${INSPECT}`],
  [/\.pptx$/i, `In PowerPoint: ${INSPECT}`],
  [/\.pdf$/i, 'In a PDF reader: delete all under Comments'],
];

/** What there is to say of a file that families could read too much in. `address`: the stored file's. */
export function heldWordsWarning(held: readonly HeldWords[], address: string): string {
  const names = HELD_WORDS.filter((each) => held.includes(each)).map((each) => NAMES[each]);
  const last = names.pop() ?? '';
  const list = names.length === 0 ? last : `${names.join(', ')} and ${last}`;
  const isHidden = held.includes('hidden_text');
  const way = isHidden
    ? `In Word: ${INSPECT}`
    : (WAYS.find(([extension]) => extension.test(address))?.[1] ?? 'Take them out');
  return `This document still holds ${list}. ${way}, then upload it again`;
}
