import cluster from 'node:cluster';
import { openEarly } from './open-early.ts';

/**
 * Starts the program: with PROCESSES above 1 a supervisor and that many processes, otherwise this process alone. The
 * first process reports any other fault of the variable, like those of all variables.
 */
const isCheck = process.argv[2] === 'check';
const several = cluster.isPrimary && Number(process.env.PROCESSES) > 1 && !isCheck;

// The supervisor loads nothing of the program.
if (several)
  (await import('#server/platform/processes/supervisor.ts')).supervise(
    Number(process.env.PROCESSES),
    import.meta.filename,
  );
else {
  if (!isCheck) openEarly(process.env);
  await import('./serve.ts');
}
