import { EDITORS } from '#newsletter/blocks/editors.ts';
import { createBlock } from '#newsletter/document/document.ts';
import { mayBeInPart } from '#newsletter/document/own-parts.ts';

/** The types of blocks in the picker, and those that a contributor may add to their part. */
export const TYPES = Object.values(EDITORS).map(({ type }) => type);
export const TYPES_FOR_PARTS = TYPES.filter((type) => mayBeInPart(createBlock(type, () => 'new')));
