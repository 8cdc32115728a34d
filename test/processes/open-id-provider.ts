import { z } from 'zod';
import { TestProvider } from '#test/open-id-provider.ts';

/** The tests' provider in a process of its own, for journeys. */

const order = z.object({
  serve: z.string().optional(),
  person: z.looseObject({ sub: z.string() }).optional(),
  isDenied: z.boolean().optional(),
});

const provider = await TestProvider.listen();
process.on('message', (message) => {
  const { serve, person, isDenied } = order.parse(message);
  if (serve !== undefined) provider.serve(serve);
  if (person !== undefined) provider.person = person;
  if (isDenied !== undefined) provider.isDenied = isDenied;
  process.send?.('done');
});
process.send?.(provider.variables('google'));
