import { z } from 'zod';
import { readConfig } from '#server/config.ts';
import { mailSourceOf } from '#server/features/newsletters/mail-source.ts';
import { sending } from '#server/features/sending/routes.ts';
import { openHouse } from '#server/open-house.ts';

/** Does the jobs of sending and nothing else that the program does; takes its variables as JSON. */
const environment = z.record(z.string(), z.string()).parse(JSON.parse(process.argv[2] ?? ''));
const house = await openHouse(readConfig(environment), console.error);
sending(house, mailSourceOf);
await house.jobs.start();
