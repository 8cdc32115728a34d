import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { onProjectNode } from './project-node.mjs';

/** `npm run dev`: Vite with hot reloading, and behind it the server, restarted at every change. */

const SERVER_PORT = process.env.PORT ?? '3000';
const WEB_PORT = 5173;
/** The paths that Vite proxies to the server. */
const SERVED = ['/api', '/files', '/published', '/dev', '/health', '/unsubscribe'];

ensureInstalled();
if (await onProjectNode(import.meta.url)) {
  const { createServer } = await import('vite');
  const proxy = Object.fromEntries(SERVED.map((path) => [path, `http://127.0.0.1:${SERVER_PORT}`]));
  const web = await createServer({
    root,
    server: { host: '127.0.0.1', port: WEB_PORT, strictPort: true, proxy },
  });
  await web.listen();
  web.printUrls();
  const flags = ['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning'];
  const server = spawn(process.execPath, [...flags, join(root, 'src', 'server', 'main.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: SERVER_PORT, PUBLIC_URL: `http://127.0.0.1:${WEB_PORT}` },
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.once(signal, () => {
      server.kill(signal);
      web.close().finally(() => process.exit());
    });
  }
}
