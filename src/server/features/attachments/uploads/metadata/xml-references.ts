const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** XML text with its references resolved: they may hide words such as 'External'. */
export function decodedXml(value: string): string {
  return value.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** A text, escaped as an attribute's value. */
export function encoded(value: string): string {
  return value.replace(/[&<>"\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}
