import { queryOptions } from '@tanstack/react-query';
import { providerRoutes } from '#contract/sign-in/providers.ts';
import { call } from './client.ts';

/** The providers that the person can sign in with, and whether there is a password too. */
export const ownProvidersQuery = queryOptions({
  queryKey: ['own-providers'],
  queryFn: async ({ signal }) => await call(providerRoutes.listProviders, { signal }),
});
