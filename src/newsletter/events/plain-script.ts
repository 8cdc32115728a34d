/**
 * A text of the same length with Arabic normalised: digits as '4' for '٤', and alif without its hamza, which many
 * people omit.
 */
export function plainScript(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf)).replace(/[أإآ]/g, 'ا');
}
