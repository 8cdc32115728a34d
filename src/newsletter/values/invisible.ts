/**
 * Removes invisible characters from lines that people rely on: they can reverse the following text or make two names
 * look alike. Arabic and Hebrew lose nothing, as letters carry their own direction.
 */

// Soft hyphen, directional marks and overrides, zero-width spaces, annotation and musical controls.
const HIDDEN =
  /[\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{1d173}-\u{1d17a}]/gu;
// Letters and symbols without a visible glyph.
const BLANK = /[\u{3164}\u{ffa0}\u{2800}]/gu;

// Joiners are part of the spelling in Persian and in South and Southeast Asian scripts, and connect composed emoji.
const JOINED = [
  ...['Arab', 'Syrc', 'Nkoo', 'Mong', 'Adlm', 'Rohg', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu'],
  ...['Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt'],
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const EMOJI = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\u{fe0f}';
const STRAY_JOINER = new RegExp(
  `(?<![${JOINED}${EMOJI}])[\\u{200c}\\u{200d}]|[\\u{200c}\\u{200d}](?![${JOINED}${EMOJI}])`,
  'gu',
);
// After a black flag, tags spell the flags of England, Scotland and Wales.
const STRAY_TAG = /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,6})[\u{e0000}-\u{e007f}]/gu;

/** A line of text without invisible characters. Emoji and joiners that belong to the spelling stay. */
export function withoutInvisible(text: string): string {
  return text.replace(HIDDEN, '').replace(BLANK, ' ').replace(STRAY_JOINER, '').replace(STRAY_TAG, '');
}
