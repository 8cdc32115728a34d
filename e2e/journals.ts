import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Waits until the browser's journals contain these words. */
export async function expectInJournal(page: Page, words: string): Promise<void> {
  await expect.poll(() => page.evaluate(journals)).toContain(words);
}

/** The content of all journals as JSON. Runs in the page. */
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
