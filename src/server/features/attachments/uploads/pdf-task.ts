import { z } from 'zod';
import { ActiveContent } from '#server/features/attachments/uploads/metadata/active-content.ts';
import { stripPdf } from '#server/features/attachments/uploads/metadata/pdf.ts';
import { seemsActive } from '#server/features/attachments/uploads/metadata/pdf-actions.ts';
import { answerTask } from '#server/platform/processes/child-task.ts';

const ACTIVE = 'active';

/** Rewrites a PDF in a child process, so that other calls are not blocked. See `pdf.ts`. */
answerTask(async (input) => {
  const bytes = z.instanceof(Uint8Array).parse(input);
  // Any other error means that the file cannot be rewritten.
  const stripped = await stripPdf(bytes).catch((error) => (error instanceof ActiveContent ? ACTIVE : null));
  return stripped === null && seemsActive(bytes) ? ACTIVE : stripped;
});
