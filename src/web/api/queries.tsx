import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { SendFileContext } from '#ui/uploads/send-file.ts';
import { queryClient } from './query-client.ts';
import { sendFile } from './send-file.ts';

/** The context for components that call the server. The landing page does without it and loads faster. */
export function Queries({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SendFileContext value={sendFile}>{children}</SendFileContext>
    </QueryClientProvider>
  );
}

/** The same as a layout route. */
export function Component() {
  return (
    <Queries>
      <Outlet />
    </Queries>
  );
}
