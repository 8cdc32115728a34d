import type { Locator } from '@playwright/test';

/** How somebody works: with a mouse, by keyboard, with a finger. */
export interface Hand {
  press(target: Locator): Promise<void>;
  write(field: Locator, words: string): Promise<void>;
  /** Into a field for dates: the day, the month and the year. */
  writeDate(field: Locator, day: string, month: string, year: string): Promise<void>;
}
