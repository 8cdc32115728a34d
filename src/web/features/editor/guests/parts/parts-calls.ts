import type { z } from 'zod';
import { type Part, type PartPerson, partRoutes } from '#contract/parts/parts.ts';
import { call } from '#web/api/client.ts';

/** The calls of parts. They throw `ApiError`; all but `fetchParts` have shown it. */

export async function fetchParts(
  newsletterId: string,
  signal: AbortSignal,
): Promise<{ readonly parts: readonly Part[]; readonly people: readonly PartPerson[] }> {
  const params = { id: newsletterId };
  const { part, people } = await call(partRoutes.listParts, { params, signal, handles: () => true });
  return { parts: part.data, people };
}

export async function givePart(
  newsletterId: string,
  part: z.input<typeof partRoutes.givePart.body>,
): Promise<void> {
  await call(partRoutes.givePart, { params: { id: newsletterId }, body: part });
}

export async function storePartDone(id: string, done: boolean): Promise<void> {
  await call(partRoutes.finishPart, { params: { id }, body: { done } });
}

export async function takeBackPart(id: string): Promise<void> {
  await call(partRoutes.takeBackPart, { params: { id } });
}
