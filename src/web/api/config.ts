import { useQuery } from '@tanstack/react-query';
import { type ProductConfig, serviceRoutes } from '#contract/service.ts';
import { call } from './client.ts';

/** What the program says about itself besides what the page came with: which payment provider it has. */
export function useConfig(): ProductConfig | undefined {
  return useQuery({
    queryKey: ['config'],
    queryFn: () => call(serviceRoutes.config, { handles: () => true }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
