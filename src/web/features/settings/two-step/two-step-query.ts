import { queryOptions } from '@tanstack/react-query';
import { twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { call } from '#web/api/client.ts';

/** The person's ways to log in besides the password, and whether their school requires one. */
export const twoStepQuery = queryOptions({
  queryKey: ['two-step'],
  queryFn: async ({ signal }) => (await call(twoStepRoutes.readTwoStep, { signal })).two_step,
});
