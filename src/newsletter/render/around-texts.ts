/** The result of mrml's `toHtml`. */
export type EngineResult =
  | { readonly type: 'success'; readonly content: string }
  | { readonly type: 'error'; readonly message: string };

// Only defaults in the head close themselves; they contain nothing. Attributes contain no `>`, see `escapeAttribute`.
const TEXT_ELEMENT = /(<mj-(text|table)\b[^>]*(?<!\/)>)([\s\S]*?)(<\/mj-\2>)/g;
// A private-use character of Unicode. Attributes are ASCII, so a mark can only be in text.
const MARK = '\uE000';
const MARKED = new RegExp(`${MARK}(\\d+)${MARK}`, 'g');

/**
 * Renders MJML from our own serialiser without passing the HTML inside texts and tables through the engine, which
 * would only parse and write it again. That is more than half of its work. Throws like `toHtml`.
 */
export function renderAroundTexts<Result extends EngineResult>(
  mjml: string,
  toHtml: (mjml: string) => Result,
): Result {
  if (mjml.includes(MARK)) return toHtml(mjml);
  const texts: string[] = [];
  const outline = mjml.replace(TEXT_ELEMENT, (_, open: string, _type, text: string, close: string) => {
    texts.push(text);
    return `${open}${MARK}${texts.length - 1}${MARK}${close}`;
  });
  const result = toHtml(outline);
  if (result.type === 'error') return result;
  return {
    ...result,
    content: result.content.replace(MARKED, (_, index: string) => texts[Number(index)] ?? ''),
  };
}
