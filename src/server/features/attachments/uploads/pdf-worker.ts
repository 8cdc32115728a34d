import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { stripPdf } from '#server/features/attachments/uploads/metadata/pdf.ts';

/** The thread in which a PDF is written anew: everybody else's calls go on meanwhile. See `pdf.ts`. */
const bytes = z.instanceof(Uint8Array).parse(workerData);
// Whatever the library says of a file that it cannot read, the file is at fault.
parentPort?.postMessage(await stripPdf(bytes).catch(() => null));
