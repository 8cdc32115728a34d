import { z } from 'zod';
import { blockEnvelope } from '#newsletter/document/block.ts';
import {
  type Block,
  type BlockType,
  blockSchema,
  DEFINITIONS,
  inEnvelopeOf,
  type StoredBlock,
} from '#newsletter/document/document.ts';

/**
 * Parses a block that this browser has stored. A block that was never saved gets its default value, which may be
 * invalid by the schema, and keeps its place and audience. Throws `ZodError`.
 */
export function storedBlock(kept: unknown, fresh: readonly string[]): StoredBlock {
  const parsed = blockSchema.safeParse(kept);
  if (parsed.success) return parsed.data;
  const { name, type } = z.object({ name: z.string(), type: z.string() }).parse(kept);
  const known = Object.values(DEFINITIONS).find((definition) => definition.type === type);
  if (known === undefined || !fresh.includes(name)) throw parsed.error;
  return inEnvelopeOf(firstBlock(known.type, name), blockEnvelope.parse(kept));
}

function firstBlock<Type extends BlockType>(type: Type, name: string): Block<Type> {
  return { name, type, value: DEFINITIONS[type].defaults() };
}
