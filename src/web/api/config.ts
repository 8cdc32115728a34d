import { useQuery } from '@tanstack/react-query';
import { type ProductConfig, serviceRoutes } from '#contract/service.ts';
import { call } from './client.ts';

/** The server's public configuration that the page does not embed: the payment provider and the trial's limit. */
export function useConfig(): ProductConfig | undefined {
  return useQuery({
    queryKey: ['config'],
    queryFn: () => call(serviceRoutes.config, { handles: () => true }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
