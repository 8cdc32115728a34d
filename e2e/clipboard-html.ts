/** The HTML that programs put on the clipboard, written by hand after real output. */

const wordItem = (level: number, list: string, mark: string, words: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 36}.0pt;text-indent:-18.0pt;
mso-list:${list} level${level} lfo1'><![if !supportLists]><span lang=EN-GB style='font-family:Symbol;
mso-fareast-font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span
lang=EN-GB>${words}<o:p></o:p></span></p>
`;

/** Microsoft Word, for Windows. */
export const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Word.Document>
<meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/office/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View><w:TrackMoves/></w:WordDocument></xml><![endif]-->
<style>
<!--
 p.MsoNormal, li.MsoNormal {mso-style-unhide:no; margin:0cm; font-size:11.0pt; font-family:"Calibri",sans-serif;}
 @list l0:level1 {mso-level-number-format:bullet; mso-level-text:\\F0B7; font-family:Symbol;}
-->
</style>
</head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'>
<!--StartFragment-->
<h1><span lang=EN-GB>Trip to the farm<o:p></o:p></span></h1>
<p class=MsoNormal><span lang=EN-GB style='font-size:12.0pt;font-family:"Comic Sans MS"'>Dear parents, please <b
style='mso-bidi-font-weight:normal'>bring</b> these on <i style='mso-bidi-font-style:normal'>Friday</i>,
<u>whatever</u> the weather:<o:p></o:p></span></p>
<p class=MsoNormal><span lang=EN-GB><o:p>&nbsp;</o:p></span></p>
${wordItem(1, 'l0', '·', 'a coat')}${wordItem(2, 'l0', 'o', 'a warm one')}${wordItem(1, 'l0', '·', 'boots')}<p class=MsoNormal><span lang=EN-GB>More on <a href="https://farm.example/visit"><span
style='color:#0563C1'>the farm’s page</span></a>.<o:p></o:p></span></p>
${wordItem(1, 'l1', '1.', 'Sign the form')}${wordItem(1, 'l1', '2.', 'Send it back')}<!--[if gte vml 1]><v:shape id="Picture_1"><v:imagedata src="file:///C:/Users/office/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img
width=10 height=10 src="file:///C:/Users/office/clip_image002.png" v:shapes="Picture_1"><![endif]>
<!--EndFragment-->
</body>
</html>`;

const plain =
  'font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;';
const span = (words: string, style = plain) => `<span style="${style}">${words}</span>`;
const docsItem = (words: string) =>
  `<li dir="ltr" style="list-style-type:disc;${plain}" aria-level="1"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;" role="presentation">${span(words)}</p></li>`;

/** Google Docs: a nested list is a sibling of the items, not inside one. */
export const GOOGLE_DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-6aba46e4-7fff-ffbf-43f7-6080e7ecadb8"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;">${span('Trip to the farm', plain.replace('11pt', '20pt'))}</h1><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${span('Dear parents, please ')}${span('bring', plain.replace('font-weight:400', 'font-weight:700'))}${span(' these on ')}${span('Friday', plain.replace('font-style:normal', 'font-style:italic'))}${span(', ')}${span('whatever', plain.replace('text-decoration:none', 'text-decoration:underline'))}${span(' the weather:')}</p><br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${docsItem('a coat')}<ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${docsItem('a warm one')}</ul>${docsItem('boots')}</ul><p dir="ltr" style="line-height:1.38;">${span('More on ')}<a href="https://farm.example/visit" style="text-decoration:none;">${span('the farm’s page', plain.replace('text-decoration:none', 'text-decoration:underline').replace('#000000', '#1155cc'))}</a>${span('.')}</p><ol style="margin-top:0;margin-bottom:0;">${docsItem('Sign the form')}${docsItem('Send it back')}</ol></b><br class="Apple-interchange-newline">`;

/** A web page to copy from. */
export const WEB_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The farm</title>
<style>body { font: 18px Georgia; color: #333 } .lead { font-weight: 600; color: green } nav { background: #eee }</style></head>
<body><article><h1 style="letter-spacing:1px">Trip to the farm</h1>
<p>Dear parents, please <strong class="lead">bring</strong> these on <em>Friday</em>, <u>whatever</u> the weather:</p>
<ul class="menu"><li>a coat<ul><li>a warm one</li></ul></li><li>boots</li></ul>
<p>More on <a href="https://farm.example/visit" onclick="alert(1)" target="_blank" class="btn">the farm’s page</a>.</p>
<ol><li>Sign the form</li><li>Send it back</li></ol>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="1" height="1" alt=""></article></body></html>`;
