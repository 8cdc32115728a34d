import { Readable } from 'node:stream';
import { type GroupsInFile, groupsInFile, IMPORT_GROUP_MESSAGES } from '#contract/groups/import-groups.ts';
import {
  type ImportAgreement,
  type ImportReply,
  importForm,
  SUBSCRIBER_MESSAGES,
  type subscriberRoutes,
} from '#contract/subscribers.ts';
import type { AppContext } from '#server/context.ts';
import { invalid, refusalFor } from '#server/platform/http/errors.ts';
import type { BufferedFile, Call } from '#server/platform/http/handle.ts';
import { readBody } from '#server/platform/http/input.ts';
import { readMultipart } from '#server/platform/http/multipart.ts';
import { dryRunImport, type ImportEvent, runImport } from './import-progress.ts';

type ImportCall = Call<typeof subscriberRoutes.importSubscribers>;

/** Answers an import with its reply or, if the caller accepts it, with a stream of progress lines. */
export async function answerImport(context: AppContext, call: ImportCall): Promise<ImportReply | Readable> {
  const { caller, request } = call;
  const { file, agreement, groups } = await readImport(call);
  const events =
    agreement === null
      ? await dryRunImport(context, caller, file, groups)
      : await runImport(context, caller, file, agreement, groups);
  if (request.headers.accept?.includes(call.row.progress)) return asLines(events, call);
  return await replyOf(events);
}

interface SentImport {
  readonly file: BufferedFile;
  /** How the people agreed; null for a dry run. */
  readonly agreement: ImportAgreement | null;
  /** The choice of groups; null without one. */
  readonly groups: GroupsInFile | null;
}

async function readImport({ row, query, request }: ImportCall): Promise<SentImport> {
  const { body, files } = await readMultipart(request, row, row.multipart);
  const form = importForm.parse(readBody({ ...row, body: importForm }, body));
  const file = files.file;
  if (file === undefined) throw invalid({ file: SUBSCRIBER_MESSAGES.chooseFile });
  const groups = groupsOf(files.groups?.bytes.toString() ?? form.groups);
  if (query.dry_run ?? form.dry_run) return { file, agreement: null, groups };
  const agreement = query.agreement ?? form.agreement;
  if (agreement === undefined) throw invalid({ agreement: SUBSCRIBER_MESSAGES.agreement });
  return { file, agreement, groups };
}

function groupsOf(text: string | undefined): GroupsInFile | null {
  if (text === undefined) return null;
  try {
    return groupsInFile.parse(JSON.parse(text));
  } catch {
    throw invalid({ groups: IMPORT_GROUP_MESSAGES.malformed });
  }
}

async function replyOf(events: AsyncIterable<ImportEvent>): Promise<ImportReply> {
  for await (const event of events) if ('import' in event) return event;
  throw new Error('The import ended without a result');
}

function asLines(events: AsyncIterable<ImportEvent>, { request }: ImportCall): Readable {
  return Readable.from(jsonLines(events, (error) => request.log.error({ err: error }, 'import failed')));
}

// The status is sent with the first line, so a later error can only be in the last line.
async function* jsonLines(
  events: AsyncIterable<ImportEvent>,
  report: (error: unknown) => void,
): AsyncGenerator<string> {
  try {
    for await (const event of events) yield `${JSON.stringify(event)}\n`;
  } catch (error) {
    const refusal = refusalFor(error);
    if (refusal.status >= 500) report(error);
    yield `${JSON.stringify(refusal.body)}\n`;
  }
}
