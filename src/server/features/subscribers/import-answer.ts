import { Readable } from 'node:stream';
import {
  IMPORT_MESSAGES,
  type ImportAgreement,
  type ImportReply,
  importForm,
  SUBSCRIBER_MESSAGES,
  type subscriberRoutes,
} from '#contract/subscribers.ts';
import type { AppContext } from '#server/context.ts';
import { invalid, refusalFor } from '#server/platform/http/errors.ts';
import type { Call, ReceivedFile } from '#server/platform/http/handle.ts';
import { readBody } from '#server/platform/http/input.ts';
import { readMultipart } from '#server/platform/http/multipart.ts';
import { type ImportNews, runImport, tryImport } from './import.ts';

type ImportCall = Call<typeof subscriberRoutes.importSubscribers>;

/** Answers an import: with its reply, or line by line with its progress to who asks for that. */
export async function answerImport(context: AppContext, call: ImportCall): Promise<ImportReply | Readable> {
  const { caller, request } = call;
  const { file, agreement } = await readImport(call);
  const news =
    agreement === null
      ? await tryImport(context, caller, file)
      : await runImport(context, caller, file, agreement);
  if (request.headers.accept?.includes(call.row.progress)) return asLines(news, call);
  return await lastOf(news);
}

/** The file, and how its people agreed; null for a dry run. */
async function readImport({
  row,
  query,
  request,
}: ImportCall): Promise<{ file: ReceivedFile; agreement: ImportAgreement | null }> {
  const { body, files } = await readMultipart(request, row, row.multipart);
  const form = importForm.parse(readBody({ ...row, body: importForm }, body));
  const file = files.file;
  if (file === undefined) throw invalid({ file: SUBSCRIBER_MESSAGES.chooseFile });
  if (query.dry_run ?? form.dry_run) return { file, agreement: null };
  const agreement = query.agreement ?? form.agreement;
  if (agreement === undefined) throw invalid({ agreement: IMPORT_MESSAGES.agreement });
  return { file, agreement };
}

async function lastOf(news: AsyncIterable<ImportNews>): Promise<ImportReply> {
  for await (const each of news) if ('import' in each) return each;
  throw new Error('An import ends with what became of it');
}

function asLines(news: AsyncIterable<ImportNews>, { request }: ImportCall): Readable {
  return Readable.from(written(news, (error) => request.log.error({ err: error }, 'an import broke off')));
}

// The status has gone out with the first line: what goes wrong after it is told in the last one.
async function* written(
  news: AsyncIterable<ImportNews>,
  report: (error: unknown) => void,
): AsyncGenerator<string> {
  try {
    for await (const each of news) yield `${JSON.stringify(each)}\n`;
  } catch (error) {
    const refusal = refusalFor(error);
    if (refusal.status >= 500) report(error);
    yield `${JSON.stringify(refusal.body)}\n`;
  }
}
