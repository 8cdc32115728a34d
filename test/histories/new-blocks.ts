import type { Block } from '#newsletter/document/document.ts';

export interface Names {
  /** A new word. */
  mark(): string;
  /** A new block's name. */
  name(): string;
}

const KINDS = ['heading', 'heading', 'text', 'text', 'text', 'event', 'event', 'image', 'group'] as const;

/** A newly added block; one in eight is unfinished. */
export function newBlock(random: () => number, names: Names): Block {
  const { mark, name } = names;
  const kind = KINDS[Math.floor(random() * KINDS.length)];
  const isFinished = random() > 1 / 8;
  if (kind === 'heading') {
    const text = isFinished ? `Heading ${mark()}` : tooLong(`Heading ${mark()}`);
    return { name: name(), type: 'heading', value: { text } };
  }
  if (kind === 'image') {
    const value = isFinished ? { ...newPicture(names), caption: `Caption ${mark()}` } : { url: '' };
    return { name: name(), type: 'image', value };
  }
  if (kind === 'group') {
    const images = isFinished ? [newPicture(names), newPicture(names)] : [];
    return { name: name(), type: 'image_group', value: { images } };
  }
  if (kind === 'event') {
    const rows = Array.from({ length: 1 + Math.floor(random() * 3) }, () => newRow(names));
    return {
      name: name(),
      type: 'event',
      value: { rows: isFinished ? rows : rows.map((row) => ({ ...row, date: '' })) },
    };
  }
  const html = `<p>One two ${mark()} three</p><p>Four five six</p>`;
  return { name: name(), type: 'text', value: { html } };
}

export function newRow({ mark, name }: Names) {
  return { id: name(), title: `Fair ${mark()}`, description: 'On the field', date: '2026-12-05' };
}

export function newPicture({ mark }: Names) {
  return { url: `/files/${mark()}.jpg`, alt: `Picture of ${mark()}` };
}

const EXCESS = ' z'.repeat(101);
/** Longer than any line may be. */
export const tooLong = (text: string) => `${text}${EXCESS}`;
/** The text of `tooLong`, short enough again. */
export const shortened = (text: string) => text.replaceAll(EXCESS, '');
