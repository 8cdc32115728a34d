import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { onProjectNode } from './project-node.mjs';

/** `npm run dev`: the server, started anew at every change, behind Vite, which shows changes of the web at once. */

const SERVER_PORT = process.env.PORT ?? '3000';
const WEB_PORT = 5173;
/** What the server answers itself; everything else is the web's. */
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
