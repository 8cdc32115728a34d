import { once } from 'node:events';
import { z } from 'zod';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/create-context.ts';
import { sending } from '#server/features/deliveries/routes.ts';
import { mailSourceOf } from '#server/features/newsletters/publishing/mail-source.ts';

/**
 * Does the jobs of sending and nothing else that the program does; takes its variables as JSON. It opens the database
 * when it is told to by a line, so that its code can be read while another process has it open.
 */
const environment = z.record(z.string(), z.string()).parse(JSON.parse(process.argv[2] ?? ''));
await once(process.stdin, 'data');
const context = await createContext(readConfig(environment), console.error);
sending(context, mailSourceOf);
await context.jobs.start();
