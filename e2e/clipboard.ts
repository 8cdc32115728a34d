import type { Locator } from '@playwright/test';

/** Pastes by an event: browsers clean HTML that a page writes to the clipboard. */
export async function paste(
  target: Locator,
  { html = '', text }: { html?: string; text: string },
): Promise<void> {
  await target.evaluate(
    (element, given) => {
      const clipboardData = new DataTransfer();
      if (given.html !== '') clipboardData.setData('text/html', given.html);
      clipboardData.setData('text/plain', given.text);
      element.dispatchEvent(
        new ClipboardEvent('paste', { bubbles: true, cancelable: true, composed: true, clipboardData }),
      );
    },
    { html, text },
  );
}
