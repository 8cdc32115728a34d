import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Expects that this browser's own copy of what is edited holds the words. */
export async function expectKept(page: Page, words: string): Promise<void> {
  await expect.poll(() => page.evaluate(journals)).toContain(words);
}

/** What is in the journals, as a text. */
function journals(): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('journal');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const found = database.transaction('records').objectStore('records').getAll();
      found.onerror = () => reject(found.error);
      found.onsuccess = () => {
        database.close();
        resolve(JSON.stringify(found.result));
      };
    };
  });
}
