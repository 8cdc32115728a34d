import type { Guest } from './guest.ts';

/** Asks all guests one after the other. The save has worked or failed by itself: a fault of a guest is reported, and changes neither. */
export async function eachGuest(
  guests: readonly Guest[],
  ask: (guest: Guest) => Promise<void> | void,
): Promise<void> {
  for (const guest of guests) {
    try {
      await ask(guest);
    } catch (error) {
      console.error(error);
    }
  }
}
