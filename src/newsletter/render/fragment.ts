/** The engine's output, split into style rules and body content, for a page or a shadow root. */
export type Fragment = { readonly styles: string; readonly body: string };

/**
 * Splits the engine's output. Drops Outlook's conditional comments and the `role="article"` wrapper. Throws if the input
 * is not a complete document.
 */
export function fragmentOf(html: string): Fragment {
  const plain = html
    .replace(/<!--\[if (?!!mso)[\s\S]*?<!\[endif\]-->/g, '')
    .replace(/<!--\[if !mso\]><!-->|<!--<!\[endif\]-->/g, '');
  const start = plain.indexOf('<body');
  const inside = plain.indexOf('>', start) + 1;
  const end = plain.lastIndexOf('</body>');
  if (start < 0 || inside === 0 || end < inside) throw new Error('The engine’s output is not a document');
  const styles = [...plain.slice(0, start).matchAll(/<style type="text\/css">([\s\S]*?)<\/style>/g)].map(
    (match) => match[1]?.trim(),
  );
  return { styles: styles.join('\n'), body: unwrap(plain.slice(inside, end).trim()) };
}

function unwrap(body: string): string {
  const wrapper = /^<div[^>]* role="article"[^>]*>/.exec(body)?.[0];
  return wrapper === undefined || !body.endsWith('</div>')
    ? body
    : body.slice(wrapper.length, -'</div>'.length);
}
