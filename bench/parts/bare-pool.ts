import { createTransport } from 'nodemailer';

/** Sends mails like a newsletter's by the bare library's pool: address of the sink, number of mails. */
const [url = '', count = '0'] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const pool = createTransport({ pool: true, host: hostname, port: Number(port), maxConnections: 5 });
// As large as a short newsletter is.
const row =
  '<tr><td style="padding:8px;font-family:Arial,sans-serif;font-size:16px;line-height:25px">Harvest</td></tr>';
const html = `<!doctype html><html lang="en"><head><title>Autumn news</title></head><body><table>${row.repeat(60)}</table></body></html>`;
let next = 0;
const sender = async () => {
  while (next < Number(count)) {
    next += 1;
    await pool.sendMail({
      from: { name: 'Elm Grove Primary', address: 'news@inkwell.example' },
      to: [{ name: `Parent ${next}`, address: `parent-${next}@home.example` }],
      subject: 'Autumn news',
      html,
      text: 'Harvest\n'.repeat(20),
      headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    });
  }
};
await Promise.all(Array.from({ length: 10 }, sender));
pool.close();
process.stdout.write('sent\n');
