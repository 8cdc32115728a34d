import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { z } from 'zod';

/** The minimum for Node: answers every request with the bytes and headers of a file. */
const [file = ''] = process.argv.slice(2);
const { body, headers } = z
  .object({ body: z.string(), headers: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(file, 'utf8')));
const bytes = Buffer.from(body, 'base64');
const server = createServer((_, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`);
});
