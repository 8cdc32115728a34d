import { readFile } from 'node:fs/promises';
import { createTransport } from 'nodemailer';

/**
 * Sends a newsletter's mail with the bare library's pool. Arguments: address of the sink, number of mails, JSON file
 * with `html` and `text`.
 */
const [url = '', count = '0', file = ''] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const pool = createTransport({ pool: true, host: hostname, port: Number(port), maxConnections: 5 });
const { html, text } = JSON.parse(await readFile(file, 'utf8'));
let next = 0;
const sender = async () => {
  while (next < Number(count)) {
    next += 1;
    await pool.sendMail({
      from: { name: 'Elm Grove Primary', address: 'news@inkwell.example' },
      to: [{ name: `Parent ${next}`, address: `parent-${next}@home.example` }],
      subject: 'Autumn news',
      html,
      text,
      headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    });
  }
};
await Promise.all(Array.from({ length: 10 }, sender));
pool.close();
process.stdout.write('sent\n');
