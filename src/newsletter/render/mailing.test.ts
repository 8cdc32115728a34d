import { expect, it } from 'vitest';
import { personaliser, UNSUBSCRIBE_PLACEHOLDER, withPreviewText } from './mailing.ts';

const MAIL =
  '<!doctype html><html><head><title>a</title></head><body style="margin:0"><p>News</p></body></html>';

it('inserts the preview text first and hidden', () => {
  const mail = withPreviewText(MAIL, 'Bring <a> hat & "cream"');
  expect(mail).toMatch(
    /<body style="margin:0"><div style="display:none[^"]*">Bring &lt;a&gt; hat &amp; &quot;cream&quot;[^<]*<\/div><p>News/,
  );
});

it.each(['', '  '])('leaves a mail without preview text unchanged: %j', (text) => {
  expect(withPreviewText(MAIL, text)).toBe(MAIL);
});

it('replaces every placeholder with the reader’s token', () => {
  const personal = personaliser(`a ${UNSUBSCRIBE_PLACEHOLDER} b ${UNSUBSCRIBE_PLACEHOLDER}`);
  expect(personal('$&')).toBe('a $& b $&');
  expect(personal('y')).toBe('a y b y');
});
