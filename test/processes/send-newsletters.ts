import { once } from 'node:events';
import { z } from 'zod';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/create-context.ts';
import { sendingHandlers } from '#server/features/deliveries/routes.ts';
import { mailSourceOf } from '#server/features/newsletters/publishing/mail-source.ts';
import { variantMails } from '#server/features/newsletters/variants/variant-mails.ts';

/**
 * Runs only the jobs of sending. Its argument is the environment as JSON. It opens the database after a line on standard
 * input, so that its code can load while another process has the database open.
 */
const environment = z.record(z.string(), z.string()).parse(JSON.parse(process.argv[2] ?? ''));
await once(process.stdin, 'data');
const context = await createContext(readConfig(environment), console.error);
sendingHandlers(context, mailSourceOf, variantMails);
await context.jobs.start();
