import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { partWriter } from './encoded.ts';
import { messageOf } from './message.ts';

const SENDER = { name: 'Inkwell', address: 'news@inkwell.example' };

test('a mail with encoded parts is what the library makes of them', async () => {
  const to = { name: 'Zoë O’Neill', address: 'zoe@home.example' };
  const replyTo = { name: 'Elm Grove', address: 'office@elm.example' };
  const subject =
    'Herbstfest für alle Klassen der Grundschule am Park: Kuchen, Musik und ein Lauf durch den Wald';
  const text = partWriter('text/plain', 'Dear families\nGoodbye', [])([]);
  const html = partWriter('text/html', '<p>Für alle</p>', [])([]);
  const link = `<https://inkwell.example/unsubscribe/${'x'.repeat(90)}>`;
  const messageId = '<1@inkwell.example>';
  const mail = messageOf(
    {
      ...{ to, replyTo, subject, messageId, fromName: 'Elm Grove', html: '', text: '' },
      encoded: { text, html },
      headers: { 'List-Unsubscribe': link, 'List-ID': 'Grundschule "am Park" <1.inkwell.example>' },
      returnPath: 'bounce+1@inkwell.example',
    },
    SENDER,
  );
  const parts = await sent({
    from: { name: 'Elm Grove', address: SENDER.address },
    ...{ to: [to], replyTo: [replyTo], subject, messageId, xMailer: false },
    alternatives: [text, html],
    headers: [
      { key: 'List-Unsubscribe', value: { prepared: true, foldLines: true, value: link } },
      {
        key: 'List-ID',
        value: { prepared: true, foldLines: true, value: 'Grundschule "am Park" <1.inkwell.example>' },
      },
    ],
    envelope: { from: 'bounce+1@inkwell.example', to: [to.address] },
  });
  expect(await sent(mail)).toEqual(parts);
  expect(parts.source).toMatch(/\r\n--BOUNDARY--\r\n$/);
});

/** The sent mail, without what differs between any two mails. */
async function sent(message: ReturnType<typeof messageOf>) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { envelope, message: source } = await transport.sendMail(message);
  const text = source.toString();
  const boundary = /boundary="(.+?)"/.exec(text)?.[1] ?? '';
  return {
    envelope,
    source: text.replaceAll(boundary, 'BOUNDARY').replace(/^Date: .*$/m, 'Date: now'),
  };
}
