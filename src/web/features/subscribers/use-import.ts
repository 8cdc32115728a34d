import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  IMPORT_MAX_BYTES,
  type ImportAgreement,
  type ImportReply,
  importEvent,
  isImportUnderWay,
  SUBSCRIBER_MESSAGES,
  subscriberRoutes,
} from '#contract/subscribers.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { IMPORT_POLL_MS, lastImportQuery, SUBSCRIBERS_KEY } from './subscriber-data.ts';

export type ImportResult = ImportReply['import'];

/** How far a file is on its way into the import: chosen, looked at, handed over, done. */
export type ImportStep =
  | { readonly step: 'choose'; readonly error?: string | undefined }
  | { readonly step: 'checking'; readonly file: File; readonly share: number | null }
  | { readonly step: 'review'; readonly file: File; readonly result: ImportResult; readonly error?: string }
  | { readonly step: 'sending'; readonly file: File }
  | { readonly step: 'done'; readonly result: ImportResult };

/** Takes a file through a dry run and, when that is agreed to, to the server, which imports it by itself. */
export function useImport() {
  const client = useQueryClient();
  const [state, setState] = useState<ImportStep>({ step: 'choose' });
  const request = useRef<AbortController | null>(null);

  /** Looks into the file; nothing is changed yet. */
  const choose = async (file: File) => {
    if (file.size > IMPORT_MAX_BYTES) return setState({ step: 'choose', error: TOO_LARGE });
    const controller = new AbortController();
    request.current = controller;
    setState({ step: 'checking', file, share: null });
    try {
      const { import: result } = await call(subscriberRoutes.importSubscribers, {
        query: { dry_run: true },
        files: { file },
        signal: controller.signal,
        handles: (error) => isApiError(error, 400, 413),
        onNews: (news) => {
          const event = importEvent.safeParse(news);
          if (!event.success) return;
          const { done, total } = event.data.progress;
          setState({ step: 'checking', file, share: done / total });
        },
      });
      setState({ step: 'review', file, result });
    } catch (error) {
      setState({ step: 'choose', error: sentenceOf(error) });
    }
  };

  /** Has it done what the dry run said; the screen follows it by `lastImportQuery`. */
  const run = async (file: File, seen: ImportResult, agreement: ImportAgreement) => {
    setState({ step: 'sending', file });
    try {
      const { import: result } = await call(subscriberRoutes.importSubscribers, {
        query: { agreement },
        files: { file },
        handles: () => true,
      });
      setState({ step: 'done', result });
    } catch (error) {
      setState({ step: 'review', file, result: seen, error: sentenceOf(error) ?? NOT_BEGUN });
    } finally {
      await client.invalidateQueries({ queryKey: SUBSCRIBERS_KEY });
    }
  };

  const startOver = () => setState({ step: 'choose' });
  const stopChecking = () => request.current?.abort();
  return { state, choose, run, startOver, stopChecking };
}

// A screen that has just been opened may be ahead of what the page before it, or another tab, has sent.
const FRESH_MS = 30_000;
const FRESH_LOOK_MS = 2000;

/**
 * The import that is under way, or has been since the screen was opened; `show` takes up an older one, `dismiss` puts
 * one aside that has ended. `isSending`: one is about to begin.
 */
export function useFollowedImport(isSending: boolean) {
  const [openedAt] = useState(Date.now);
  const { data, isPending } = useQuery({
    ...lastImportQuery,
    refetchInterval: ({ state }) => {
      if (isSending || (state.data && isImportUnderWay(state.data.attributes.status))) return IMPORT_POLL_MS;
      return Date.now() - openedAt < FRESH_MS && FRESH_LOOK_MS;
    },
  });
  const [followed, setFollowed] = useState<string | null>(null);
  const isUnderWay = data ? isImportUnderWay(data.attributes.status) : false;
  if (data && isUnderWay && followed !== data.id) setFollowed(data.id);
  const last = data ?? null;
  return {
    /** False until the server has said whether an import is under way. */
    isKnown: !isPending,
    last,
    followed: last !== null && (isUnderWay || last.id === followed) ? last : null,
    show: setFollowed,
    dismiss: () => setFollowed(null),
  };
}

/** Ends an import that is under way; what it has done is taken back. */
export function useCancelImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(subscriberRoutes.cancelImport, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: SUBSCRIBERS_KEY }),
  });
}

const TOO_LARGE = `This file is larger than ${IMPORT_MAX_BYTES / 1024 / 1024} MB. Please split it`;
const NOT_BEGUN = 'The import has not begun. Nothing is changed; please try again.';

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof DOMException) return undefined;
  // Chrome's way to say that the file was changed since it was chosen, as by saving it again in Excel.
  return isApiError(error) ? error.message : SUBSCRIBER_MESSAGES.chooseFile;
}
