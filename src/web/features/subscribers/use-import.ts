import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  IMPORT_MAX_BYTES,
  type ImportReply,
  importEvent,
  SUBSCRIBER_MESSAGES,
  subscriberRoutes,
} from '#contract/subscribers.ts';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';

export type ImportResult = ImportReply['import'];

/** Where an import stands: a file is chosen, looked at, imported, done. */
export type ImportState =
  | { readonly step: 'choose'; readonly error?: string | undefined }
  | { readonly step: 'working'; readonly file: File; readonly dryRun: boolean; readonly share: number | null }
  | { readonly step: 'review'; readonly file: File; readonly result: ImportResult; readonly error?: string }
  | { readonly step: 'done'; readonly file: File; readonly result: ImportResult };

/** Takes a file through a dry run and, when that is agreed to, the import. */
export function useImport() {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>({ step: 'choose' });
  const leaving = useRef<AbortController | null>(null);

  const send = (file: File, dryRun: boolean) => {
    const controller = new AbortController();
    leaving.current = controller;
    setState({ step: 'working', file, dryRun, share: null });
    return call(subscriberRoutes.importSubscribers, {
      query: { dry_run: dryRun },
      files: { file },
      signal: controller.signal,
      handles: (error) => isApiError(error, 400, 413),
      onNews: (news) => {
        const event = importEvent.safeParse(news);
        if (!event.success) return;
        const { done, total } = event.data.progress;
        setState({ step: 'working', file, dryRun, share: done / total });
      },
    });
  };

  /** Looks into the file; nothing is changed yet. */
  const choose = async (file: File) => {
    if (file.size > IMPORT_MAX_BYTES) return setState({ step: 'choose', error: TOO_LARGE });
    try {
      const { import: result } = await send(file, true);
      setState({ step: 'review', file, result });
    } catch (error) {
      setState({ step: 'choose', error: sentenceOf(error) });
    }
  };

  /** Does what the dry run said. */
  const run = async (file: File, seen: ImportResult) => {
    try {
      const { import: result } = await send(file, false);
      setState({ step: 'done', file, result });
    } catch {
      // The part that was done stays; doing it again skips that part.
      setState({ step: 'review', file, result: seen, error: BROKEN_OFF });
    }
    await client.invalidateQueries({ queryKey: queryKeys.subscribers.all });
  };

  const startOver = () => setState({ step: 'choose' });
  const cancel = () => leaving.current?.abort();
  return { state, choose, run, startOver, cancel };
}

const TOO_LARGE = `This file is larger than ${IMPORT_MAX_BYTES / 1024 / 1024} MB. Please split it`;
const BROKEN_OFF =
  'The import broke off. Whoever was added so far is on your list; import again to add the others.';

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof DOMException) return undefined;
  // Chrome's way to say that the file was changed since it was chosen, as by saving it again in Excel.
  return isApiError(error) ? error.message : SUBSCRIBER_MESSAGES.chooseFile;
}
