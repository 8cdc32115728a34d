import type { z } from 'zod';
import { type Part, type PartPerson, partRoutes } from '#contract/parts/parts.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';

/** The calls of parts. They throw `ApiError`; all but `fetchParts` have shown it. */

/** The parts by the names of their blocks; `isRefused` for a contributor whose last part here was taken back. */
export async function fetchParts(
  newsletterId: string,
  signal: AbortSignal,
): Promise<{
  readonly parts: ReadonlyMap<string, Part>;
  readonly people: readonly PartPerson[];
  readonly isRefused: boolean;
}> {
  try {
    const params = { id: newsletterId };
    const { part, people } = await call(partRoutes.listParts, { params, signal, handles: () => true });
    const parts = new Map(part.data.map((each) => [each.attributes.block, each]));
    return { parts, people, isRefused: false };
  } catch (error) {
    if (isApiError(error, 403)) return { parts: new Map(), people: [], isRefused: true };
    throw error;
  }
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
