import type { Locator } from '@playwright/test';

/** An input method: mouse, keyboard or touch. */
export interface InputMethod {
  press(target: Locator): Promise<void>;
  write(field: Locator, words: string): Promise<void>;
  /** Fills a date field. */
  writeDate(field: Locator, day: string, month: string, year: string): Promise<void>;
}
