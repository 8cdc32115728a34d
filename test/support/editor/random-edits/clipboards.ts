/** Clipboard contents of other programs. `word` is new each time. */
export const CLIPBOARDS: readonly ((word: string) => { readonly html: string; readonly text: string })[] = [
  (word) => ({ html: '', text: word }),
  (word) => ({ html: '', text: `${word}\n\nand below it` }),
  (word) => ({ html: `<b>${word}</b> and <i>more</i>`, text: `${word} and more` }),
  (word) => ({
    html: `<p>${word}</p><p>Second <a href="https://example.org/a?b=1&amp;c">link</a></p><p>Third</p>`,
    text: `${word}\nSecond link\nThird`,
  }),
  (word) => ({
    html: `<h2>${word}</h2><p>Below the heading.</p>`,
    text: `${word}\nBelow the heading.`,
  }),
  (word) => ({ html: `<ul><li>${word}</li><li>Two<ol><li>Deep</li></ol></li></ul>`, text: word }),
  (word) => ({
    html: `<p>Before</p><table><tr><td>${word}</td><td>Ends</td></tr><tr><td>Chess</td><td>16:15</td></tr></table><p>After</p>`,
    text: word,
  }),
  // Google Docs.
  (word) => ({
    html: `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">${word}</span></p><br><p dir="ltr"><span>End</span></p></b>`,
    text: `${word}\n\nEnd`,
  }),
];
