import { z } from 'zod';
import { stripPdf } from '#server/features/attachments/uploads/metadata/pdf.ts';
import { answerTask } from '#server/platform/processes/child-task.ts';

/** Rewrites a PDF in a child process, so that other calls are not blocked. See `pdf.ts`. */
answerTask(async (input) => {
  const bytes = z.instanceof(Uint8Array).parse(input);
  // Any error of the library means that the file cannot be rewritten.
  return await stripPdf(bytes).catch(() => null);
});
