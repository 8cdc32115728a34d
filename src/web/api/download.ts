import type { Route } from '#contract/route.ts';
import { pathOf } from '#contract/route.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { currentSession } from '#web/session/session.ts';
import { ApiError } from './api-error.ts';
import { apiFailure, confirmed, NO_CONNECTION } from './client.ts';
import { reportFailure } from './failures.ts';

interface DownloadOptions {
  /** Used if the answer names no file. */
  readonly fallbackName: string;
  readonly params?: Readonly<Record<string, string>>;
}

/**
 * Downloads the file of a row with `stream` into memory, then has the browser save it: for small files only. A plain
 * link cannot do this, because the token goes in a header. Like `call`, it may ask again who the person is. Rejects with
 * `ApiError`, already shown.
 */
export async function saveDownload(row: Route, options: DownloadOptions): Promise<void> {
  const session = currentSession();
  try {
    const response = await confirmed(async () => {
      const answer = await fetch(pathOf(row, options.params), {
        method: row.method,
        headers: session ? { authorization: `Bearer ${session.accessToken}` } : {},
        credentials: 'omit',
      });
      if (answer.ok) return answer;
      const { status, headers } = answer;
      return apiFailure({ status, text: await answer.text(), retryAfter: headers.get('retry-after') });
    });
    saveFile(await response.blob(), fileNameOf(response) ?? options.fallbackName);
  } catch (error) {
    const failure = error instanceof TypeError ? new ApiError(0, { error_message: NO_CONNECTION }) : error;
    if (failure instanceof ApiError) reportFailure(failure, session);
    throw failure;
  }
}

function fileNameOf(response: Response): string | null {
  const header = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/i.exec(header)?.[1] ?? null;
}

/** Has the browser save a file. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers start reading only after a while.
  setTimeout(() => URL.revokeObjectURL(address), MINUTE_MS);
}
