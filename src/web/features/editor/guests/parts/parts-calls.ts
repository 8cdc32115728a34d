import type { z } from 'zod';
import { partRoutes } from '#contract/parts/parts.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { type KnownParts, NO_PARTS } from '#web/features/editor/kernel/facts/known-parts.ts';

/** The calls of parts. They throw `ApiError`; all but `fetchParts` have shown it. */

/** The parts of a newsletter; none for a contributor whose last part here was taken back. */
export async function fetchParts(newsletterId: string, signal: AbortSignal): Promise<KnownParts> {
  try {
    const params = { id: newsletterId };
    const { part, people } = await call(partRoutes.listParts, { params, signal, handles: () => true });
    const parts = new Map(part.data.map((each) => [each.attributes.block, each]));
    return { isReady: true, parts, people };
  } catch (error) {
    if (isApiError(error, 403)) return { ...NO_PARTS, isReady: true };
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
