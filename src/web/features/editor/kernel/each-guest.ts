import type { Guest } from './guest.ts';

/** Calls the guests one after the other. A guest's fault is reported, and does not change whether the save worked or failed. */
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

/** Runs a hook of a guest. A fault is reported, and stops nothing else: undefined. */
export function guarded<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
