import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { GroupsInFile } from '#contract/groups/import-groups.ts';
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
import { invalidateFamilies } from '#web/api/groups.ts';
import { IMPORT_POLL_MS, lastImportQuery } from '#web/features/subscribers/subscriber-data.ts';
import { choiceIn } from './file-choice.ts';

export type ImportResult = ImportReply['import'];

/** The steps of importing a file: choosing, dry run, review, upload, result. */
export type ImportStep =
  | { readonly step: 'choose'; readonly error?: string | undefined }
  | { readonly step: 'checking'; readonly file: File; readonly share: number | null }
  | {
      readonly step: 'review';
      readonly file: File;
      readonly result: ImportResult;
      /** Whether the file is being checked again, with other groups. */
      readonly isStale?: boolean;
      readonly error?: string;
    }
  | { readonly step: 'sending'; readonly file: File }
  | { readonly step: 'done'; readonly result: ImportResult };

/** Takes a file through the dry run and, after the review, uploads it to be imported. */
export function useImport() {
  const client = useQueryClient();
  const [state, setState] = useState<ImportStep>({ step: 'choose' });
  const request = useRef<AbortController | null>(null);

  /** Starts the dry run of a file; nothing is changed yet. */
  const choose = async (file: File) => {
    if (file.size > IMPORT_MAX_BYTES) return setState({ step: 'choose', error: TOO_LARGE });
    setState({ step: 'checking', file, share: null });
    try {
      const result = await check(file, newRequest(request), {
        onShare: (share) => setState({ step: 'checking', file, share }),
      });
      setState({ step: 'review', file, result });
    } catch (error) {
      setState({ step: 'choose', error: messageOf(error) });
    }
  };

  /** Checks the file again with other groups; `shown` is the preview until then. */
  const regroup = async (file: File, shown: ImportResult) => {
    const controller = newRequest(request);
    setState({ step: 'review', file, result: shown, isStale: true });
    try {
      const result = await check(file, controller, { groups: choiceIn(shown) });
      setState({ step: 'review', file, result });
    } catch (error) {
      // Another choice has followed meanwhile.
      if (controller.signal.aborted) return;
      setState({ step: 'review', file, result: shown, error: messageOf(error) ?? NOT_CHECKED });
    }
  };

  /** Starts the import; the screen follows its progress by `lastImportQuery`. */
  const run = async (file: File, dryRun: ImportResult, agreement: ImportAgreement) => {
    setState({ step: 'sending', file });
    try {
      const { import: result } = await call(subscriberRoutes.importSubscribers, {
        query: { agreement },
        files: { groups: asFile(choiceIn(dryRun)), file },
        handles: () => true,
      });
      setState({ step: 'done', result });
    } catch (error) {
      setState({ step: 'review', file, result: dryRun, error: messageOf(error) ?? NOT_STARTED });
    } finally {
      await invalidateFamilies(client);
    }
  };

  const startOver = () => setState({ step: 'choose' });
  const stopChecking = () => request.current?.abort();
  return { state, choose, regroup, run, startOver, stopChecking };
}

// A newer check makes the older one pointless.
function newRequest(request: { current: AbortController | null }): AbortController {
  request.current?.abort();
  request.current = new AbortController();
  return request.current;
}

async function check(
  file: File,
  { signal }: AbortController,
  { groups, onShare }: { groups?: GroupsInFile; onShare?: (share: number) => void },
): Promise<ImportResult> {
  const answer = await call(subscriberRoutes.importSubscribers, {
    query: { dry_run: true },
    files: { ...(groups && { groups: asFile(groups) }), file },
    signal,
    handles: (error) => isApiError(error, 400, 413),
    onEvent: (event) => {
      const parsed = importEvent.safeParse(event);
      if (parsed.success) onShare?.(parsed.data.progress.done / parsed.data.progress.total);
    },
  });
  return answer.import;
}

function asFile(groups: GroupsInFile): File {
  return new File([JSON.stringify(groups)], 'groups.json', { type: 'application/json' });
}

// After opening, the screen polls for a while, because an upload from the previous page or another tab may still arrive.
const OPENING_MS = 30_000;
const OPENING_POLL_MS = 2000;

/**
 * The import that is running, or was when the screen was opened or later. `show` selects an older one, `dismiss`
 * deselects a finished one. `isSending` means that one is being uploaded.
 */
export function useFollowedImport(isSending: boolean) {
  const [openedAt] = useState(Date.now);
  const { data, isPending } = useQuery({
    ...lastImportQuery,
    refetchInterval: ({ state }) => {
      if (isSending || (state.data && isImportUnderWay(state.data.attributes.status))) return IMPORT_POLL_MS;
      return Date.now() - openedAt < OPENING_MS && OPENING_POLL_MS;
    },
  });
  const [followed, setFollowed] = useState<string | null>(null);
  const isUnderWay = data ? isImportUnderWay(data.attributes.status) : false;
  if (data && isUnderWay && followed !== data.id) setFollowed(data.id);
  const last = data ?? null;
  return {
    /** False until the last import has been loaded. */
    isKnown: !isPending,
    last,
    followed: last !== null && (isUnderWay || last.id === followed) ? last : null,
    show: setFollowed,
    dismiss: () => setFollowed(null),
  };
}

/** Cancels a running import; the server undoes what it has added. */
export function useCancelImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(subscriberRoutes.cancelImport, { params: { id } }),
    onSettled: () => invalidateFamilies(client),
  });
}

const TOO_LARGE = `This file is larger than ${IMPORT_MAX_BYTES / 1024 / 1024} MB. Please split it`;
const NOT_STARTED = 'The import has not begun. Nothing is changed; please try again.';
const NOT_CHECKED = 'The file could not be checked again. Please choose it once more.';

function messageOf(error: unknown): string | undefined {
  if (error instanceof DOMException) return undefined;
  // Other errors come from Chrome if the file has changed since it was chosen, say by saving it again in Excel.
  return isApiError(error) ? error.message : SUBSCRIBER_MESSAGES.chooseFile;
}
