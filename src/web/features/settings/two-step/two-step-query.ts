import { queryOptions } from '@tanstack/react-query';
import { twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { call } from '#web/api/client.ts';

/** How the person logs in besides the password, and whether their school asks for that. */
export const twoStepQuery = queryOptions({
  queryKey: ['two-step'],
  queryFn: async ({ signal }) => (await call(twoStepRoutes.readTwoStep, { signal })).two_step,
});
