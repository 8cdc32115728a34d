import { z } from 'zod';
import { answerTask } from '#server/platform/processes/child-task.ts';
import { readReport } from './read-report.ts';

/** Reads a report in a child process. See `read-report-apart.ts`. */
answerTask(async (input) => await readReport(z.instanceof(Uint8Array).parse(input)));
