import { expect, it } from 'vitest';
import { personaliser, UNSUBSCRIBE_PLACEHOLDER, withPreviewText } from './mailing.ts';

const MAIL =
  '<!doctype html><html><head><title>a</title></head><body style="margin:0"><p>News</p></body></html>';

it('puts the preview before everything else, where nobody sees it', () => {
  const mail = withPreviewText(MAIL, 'Bring <a> hat & "cream"');
  expect(mail).toMatch(
    /<body style="margin:0"><div style="display:none[^"]*">Bring &lt;a&gt; hat &amp; &quot;cream&quot;[^<]*<\/div><p>News/,
  );
});

it.each(['', '  '])('leaves a mail without a preview as it is: %j', (text) => {
  expect(withPreviewText(MAIL, text)).toBe(MAIL);
});

it('gives every reader their own link, in all places', () => {
  const personal = personaliser(`a ${UNSUBSCRIBE_PLACEHOLDER} b ${UNSUBSCRIBE_PLACEHOLDER}`);
  expect(personal('$&')).toBe('a $& b $&');
  expect(personal('y')).toBe('a y b y');
});
