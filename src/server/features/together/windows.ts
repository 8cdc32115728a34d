import { z } from 'zod';
import type { WindowHere } from '#contract/together.ts';

/** The windows that have newsletters open, in all processes. Uses no clock, network or database. */

/** A window that has a newsletter open. The process is the one that has its stream. */
export const openWindowSchema = z.object({
  process: z.string(),
  schoolId: z.string(),
  newsletterId: z.string(),
  personId: z.string(),
  personName: z.string(),
  window: z.string(),
  block: z.string().nullable(),
});
export type OpenWindow = z.infer<typeof openWindowSchema>;

/** A newsletter of a school. */
export type OpenNewsletter = Pick<OpenWindow, 'schoolId' | 'newsletterId'>;
/** A window of a person. People know the ids of others' windows, so the id alone proves nothing. */
export type WindowKey = OpenNewsletter & Pick<OpenWindow, 'personId' | 'window'>;

export const placeKey = ({ schoolId, newsletterId }: OpenNewsletter) => `${schoolId} ${newsletterId}`;
const windowKey = ({ personId, window }: WindowKey) => `${personId} ${window}`;

interface Kept extends OpenWindow {
  /** The time of its last message, in milliseconds of the caller's clock. */
  readonly seenAt: number;
}

export class Windows {
  readonly #places = new Map<string, Map<string, Kept>>();

  /** Adds a window or notes a message from it. Returns whether others see a difference. */
  put(window: OpenWindow, now: number): boolean {
    const place = this.#places.get(placeKey(window)) ?? new Map<string, Kept>();
    this.#places.set(placeKey(window), place);
    const was = place.get(windowKey(window));
    place.set(windowKey(window), { ...window, seenAt: now });
    return was?.block !== window.block || was.personName !== window.personName;
  }

  /** Moves a window to another block. Returns whether it exists and was elsewhere. */
  move(key: WindowKey, block: string | null, now: number): boolean {
    const place = this.#places.get(placeKey(key));
    const was = place?.get(windowKey(key));
    if (place === undefined || was === undefined) return false;
    place.set(windowKey(key), { ...was, block, seenAt: now });
    return was.block !== block;
  }

  /** Removes a window, unless another process has it now. Returns whether it was there. */
  remove(window: WindowKey & Pick<OpenWindow, 'process'>): boolean {
    const place = this.#places.get(placeKey(window));
    if (place?.get(windowKey(window))?.process !== window.process) return false;
    place.delete(windowKey(window));
    if (place.size === 0) this.#places.delete(placeKey(window));
    return true;
  }

  find(key: WindowKey): Kept | null {
    return this.#places.get(placeKey(key))?.get(windowKey(key)) ?? null;
  }

  /** The windows whose last message was before a time. */
  silentSince(time: number): readonly OpenWindow[] {
    return [...this.#places.values()].flatMap((place) =>
      [...place.values()].filter(({ seenAt }) => seenAt < time),
    );
  }

  /** The windows at a newsletter, as others see them. */
  at(place: OpenNewsletter): WindowHere[] {
    return [...(this.#places.get(placeKey(place))?.values() ?? [])].map(
      ({ window, personId, personName, block }) => ({
        window,
        person_id: personId,
        person_name: personName,
        block,
      }),
    );
  }
}
