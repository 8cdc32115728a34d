import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { SendFileContext } from '#ui/uploads/send-file.ts';
import { queryClient } from './query-client.ts';
import { sendFile } from './send-file.ts';

/** What asks the server stands in this; the landing page does not, and is shown without it. */
export function Queries({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SendFileContext value={sendFile}>{children}</SendFileContext>
    </QueryClientProvider>
  );
}

/** The same around routes. */
export function Component() {
  return (
    <Queries>
      <Outlet />
    </Queries>
  );
}
