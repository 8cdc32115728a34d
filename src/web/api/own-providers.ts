import { queryOptions } from '@tanstack/react-query';
import { providerRoutes } from '#contract/sign-in/providers.ts';
import { call } from './client.ts';

/** What the person can sign in with besides the password, and whether there is one. */
export const ownProvidersQuery = queryOptions({
  queryKey: ['own-providers'],
  queryFn: async ({ signal }) => await call(providerRoutes.listProviders, { signal }),
});
