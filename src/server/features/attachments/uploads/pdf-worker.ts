import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { stripPdf } from '#server/features/attachments/uploads/metadata/pdf.ts';

/** Rewrites a PDF in a worker thread, so that other calls are not blocked. See `pdf.ts`. */
const bytes = z.instanceof(Uint8Array).parse(workerData);
// Any error of the library means that the file cannot be rewritten.
parentPort?.postMessage(await stripPdf(bytes).catch(() => null));
