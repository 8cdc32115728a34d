import { expect, it } from 'vitest';
import { pastedHtml as pasted } from './pasted-html.ts';

const pastedHtml = (html: string) => pasted(html, 'en-GB');

/** The samples are modelled on what each program puts on the clipboard. */

it('reads Google Docs: drops the wrapper, keeps bold and italic styles', () => {
  expect(
    pastedHtml(
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-weight:400">Dear </span><span style="font-weight:700">parents</span><span style="font-style:italic;font-weight:400"> and carers</span></p><br><ul style="margin:0"><li dir="ltr" style="list-style-type:disc"><p dir="ltr" role="presentation"><span style="font-weight:400">Coats</span></p></li></ul><br></b><br class="Apple-interchange-newline">',
    ),
  ).toBe('<p>Dear <strong>parents</strong><em> and carers</em></p><ul><li><p>Coats</p></li></ul>');
});

it('moves Google Docs’ nested lists into their items', () => {
  const item = (words: string) => `<li dir="ltr"><p dir="ltr">${words}</p></li>`;
  expect(
    pastedHtml(
      `<b style="font-weight:normal;" id="docs-internal-guid-2"><ol>${item('One')}<ul>${item('A')}<ol>${item('i')}</ol></ul>${item('Two')}</ol></b>`,
    ),
  ).toBe(
    '<ol><li><p>One</p><ul><li><p>A</p><ol><li><p>i</p></li></ol></li></ul></li><li><p>Two</p></li></ol>',
  );
});

it('turns Word’s list paragraphs into nested lists', () => {
  const item = (mark: string, words: string, level = 1) =>
    `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`;
  expect(
    pastedHtml(
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style><!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]--></head><body><!--StartFragment--><p class=MsoNormal>Please <b style='mso-bidi-font-weight:normal'>bring</b>:<o:p></o:p></p>${item('·', 'a coat')}${item('o', 'a warm one', 2)}${item('·', 'boots')}<p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>Then:</p>${item('1.', 'walk')}${item('2.', 'rest')}<!--EndFragment--></body></html>`,
    ),
  ).toBe(
    '<p>Please <strong>bring</strong>:</p><ul><li>a coat<ul><li>a warm one</li></ul></li><li>boots</li></ul><p>Then:</p><ol><li>walk</li><li>rest</li></ol>',
  );
});

it('keeps the lines of preformatted text, and keeps lines of their own apart', () => {
  expect(pastedHtml('<pre>Dear <b>parents,\n\nschool</b> closes.\nPlease collect.\n</pre>')).toBe(
    '<p>Dear <strong>parents,</strong></p><p><strong>school</strong> closes.</p><p>Please collect.</p>',
  );
  expect(pastedHtml('<div style="white-space:pre-wrap">L1\nL2</div>')).toBe('<p>L1</p><p>L2</p>');
  expect(pastedHtml('<div style="white-space:pre-wrap">\n<p>a</p>\n<p>b</p>\n</div>')).toBe(
    '<p>a</p><p>b</p>',
  );
  expect(pastedHtml('<details open><summary>Sum</summary>Det</details>')).toBe('<p>Sum</p><p>Det</p>');
  expect(pastedHtml('<form><label>Name</label><button>Go</button></form>')).toBe('<p>Name</p><p>Go</p>');
  expect(pastedHtml('<p>Say <label>it</label></p>')).toBe('<p>Say it</p>');
});

it('keeps only text, headings and links from Outlook and web pages', () => {
  expect(
    pastedHtml(
      '<div class="WordSection1"><h2 style="font-weight:bold"><span style="font-weight:bold">News</span></h2><p class="MsoNormal"><span style="text-decoration:underline">Today</span> <a href="https://x.example/" style="text-decoration:underline" onclick="a()">here</a></p><img src="https://track.example/p.gif" onerror="a()"><table><tr><td>One</td><td>Two</td></tr></table><script>a()</script></div>',
    ),
  ).toMatch(
    /^<h2>News<\/h2><p><u>Today<\/u> <a href="https:\/\/x\.example\/">here<\/a><\/p><p>One ?Two ?<\/p>$/,
  );
});

it('keeps a passage that Word names another language for', () => {
  expect(
    pastedHtml(
      "<body lang=EN-GB><p class=MsoNormal><span lang=EN-US style='mso-ansi-language:EN-US'>Welcome, </span><b><span lang=PL style='mso-ansi-language:PL'>witamy</span></b><span lang=EN-US>!</span></p><p class=MsoNormal><i><span lang=X-NONE>all</span></i></p></body>",
    ),
  ).toBe('<p>Welcome, <strong><span lang="pl">witamy</span></strong>!</p><p><em>all</em></p>');
});

it('keeps the language of whole parts of a web page, and what is in the newsletter’s within them', () => {
  expect(
    pastedHtml(
      '<div lang="cy"><p>Croeso i bawb</p><p>Ysgol <span lang="en">Oakfield</span> heddiw</p></div><p lang="en">Hi</p>',
    ),
  ).toBe(
    '<p><span lang="cy">Croeso i bawb</span></p><p><span lang="cy">Ysgol </span>Oakfield<span lang="cy"> heddiw</span></p><p>Hi</p>',
  );
});

it('leaves no line behind where a picture has one of its own', () => {
  expect(
    pastedHtml(
      '<p>One</p><p class=MsoNormal><img src="file:///C:/a.jpg"></p><p>Two<br><img src="file:///C:/b.jpg"></p><ul><li><img src="x.png"></li></ul><h2><img src="x.png"></h2>',
    ),
  ).toBe('<p>One</p><p>Two</p>');
});
