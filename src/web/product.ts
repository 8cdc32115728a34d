import { useQuery } from '@tanstack/react-query';
import type { ProductConfig } from '#contract/service.ts';
import { queryKeys } from './api/query-keys.ts';

/** The product's name as the page came with it (the server writes its configured one there). */
export function productName(): string {
  return document.querySelector('meta[name="application-name"]')?.getAttribute('content') || 'Inkwell';
}

/**
 * What the program says about itself. The client and its schemas are loaded only when this is asked for: the landing
 * page's first load does without them.
 */
export function useConfig(enabled = true): ProductConfig | undefined {
  return useQuery({
    queryKey: queryKeys.config,
    queryFn: loadConfig,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  }).data;
}

async function loadConfig(): Promise<ProductConfig> {
  const [{ call }, { serviceRoutes }] = await Promise.all([
    import('./api/client.ts'),
    import('#contract/service.ts'),
  ]);
  return call(serviceRoutes.config, { handles: () => true });
}
