/** Code for the school's own website. */

/** A frame with a small version of the pages. */
export function frameCode(address: string, school: string): string {
  return `<iframe src="${escaped(address)}" title="${escaped(school)}" width="100%" height="560" loading="lazy" style="border: 0"></iframe>`;
}

/** A link, for websites that do not allow frames. */
export function linkCode(address: string, school: string): string {
  return `<a href="${escaped(address)}">${escaped(school)}</a>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
