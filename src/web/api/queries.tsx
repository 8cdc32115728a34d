import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { FileProblem, type SendFile, SendFileContext } from '#ui/uploads/send-file.ts';
import { queryClient } from './query-client.ts';

// Loaded late: no screen sends a file while it is drawn, and the contract of files is long.
const sendFile: SendFile = async (file, options) => {
  const loaded = await import('./send-file.ts').catch(() => null);
  if (loaded === null) throw new FileProblem(ERROR_MESSAGES.server, true);
  return await loaded.sendFile(file, options);
};

/** The context for components that call the server. The landing page does without it and loads faster. */
export function Queries({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SendFileContext value={sendFile}>{children}</SendFileContext>
    </QueryClientProvider>
  );
}

/** The same context as a layout route. */
export function Component() {
  return (
    <Queries>
      <Outlet />
    </Queries>
  );
}
