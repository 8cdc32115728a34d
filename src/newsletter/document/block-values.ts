import type { z } from 'zod';
import { BLOCKS } from '#newsletter/blocks/index.ts';
import { type Block, type BlockType, DEFINITIONS } from './document.ts';

/**
 * Whether a value has the shape of the block's type: each key of its defaults with the same kind of value. It may be
 * invalid by the schema, for example while its form is being filled in. Optional keys may be absent, for example in
 * older blocks.
 */
export function isValueOf<Kept extends Block>(block: Kept, value: unknown): value is Kept['value'] {
  if (typeof value !== 'object' || value === null) return false;
  const given = new Map<string, unknown>(Object.entries(value));
  return Object.entries(DEFINITIONS[block.type].defaults()).every(([key, first]) => {
    const part = given.get(key);
    if (part === undefined && isOptional(block.type, key)) return true;
    return typeof part === typeof first && Array.isArray(part) === Array.isArray(first);
  });
}

function isOptional(type: BlockType, key: string): boolean {
  const shape: Readonly<Record<string, z.ZodType>> = BLOCKS[type].schema.shape;
  return shape[key]?.safeParse(undefined).success ?? true;
}
