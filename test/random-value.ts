import { z } from 'zod';
import { pick, randomAddress, randomColour, randomFile, randomHtml, randomText } from './random-texts.ts';

/** Random block values generated from schemas, so that a new block type needs no generator. */

const TRIES = 1000;
const LIST_MAX = 4;
const TEXTS = [
  (random: () => number) => randomText(random, 20),
  randomText,
  randomHtml,
  randomAddress,
  randomFile,
  randomColour,
  () => '2028-02-29',
  () => '2028-03-02',
  () => '09:05',
  () => '10:40',
  () => '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  () => '/s/oakfield/diary',
] as const;

/** A valid value of a schema. Throws if none is found. */
export function randomValue(random: () => number, schema: unknown): unknown {
  if (!(schema instanceof z.ZodType)) throw new TypeError('A schema is expected');
  for (let left = TRIES; left > 0; left -= 1) {
    const value = tryValue(random, schema);
    if (schema.safeParse(value).success) return value;
  }
  throw new RangeError('No value was found that this schema takes');
}

function tryValue(random: () => number, schema: z.ZodType): unknown {
  if (schema instanceof z.ZodObject) return Object.fromEntries(randomEntries(random, schema.shape));
  if (schema instanceof z.ZodArray) return randomList(random, schema.element);
  if (schema instanceof z.ZodOptional)
    return random() < 0.5 ? undefined : randomValue(random, schema.unwrap());
  if (schema instanceof z.ZodNullable) return random() < 0.2 ? null : randomValue(random, schema.unwrap());
  if (schema instanceof z.ZodBoolean) return random() < 0.5;
  if (schema instanceof z.ZodEnum) return pick(random, schema.options);
  if (schema instanceof z.ZodLiteral) return pick(random, [...schema.values]);
  if (schema instanceof z.ZodNumber) return random() < 0.5 ? random() : Math.round(random() * 1000) / 10;
  return pick(random, TEXTS)(random);
}

function randomEntries(random: () => number, shape: object): (readonly [string, unknown])[] {
  return Object.entries(shape).flatMap(([key, schema]) => {
    // Ids are made by the program and used in URLs.
    const value = key === 'id' ? `row-${Math.floor(random() * 1e9)}` : randomValue(random, schema);
    return value === undefined ? [] : [[key, value] as const];
  });
}

function randomList(random: () => number, schema: unknown): unknown[] {
  return Array.from({ length: 1 + Math.floor(random() * LIST_MAX) }, () => randomValue(random, schema));
}
