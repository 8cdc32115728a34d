/**
 * Characters that nobody sees, in a line that people go by: they turn the order of what follows round, or make two names
 * look alike. Letters tell their own direction, so Arabic and Hebrew lose nothing.
 */

// Soft hyphen, marks and overrides of direction, spaces without width, what controls the annotation of music and text.
const HIDDEN =
  /[\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{1d173}-\u{1d17a}]/gu;
// Letters and symbols that are drawn as nothing.
const BLANK = /[\u{3164}\u{ffa0}\u{2800}]/gu;

// Joiners are spelling in Persian and in the scripts of India and its neighbours, and hold an emoji of several parts together.
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
// Tags spell the flags of England, Scotland and Wales, behind a black one.
const STRAY_TAG = /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,6})[\u{e0000}-\u{e007f}]/gu;

/** A line of text without what nobody sees; emoji and the joiners of spelling stay. */
export function withoutInvisible(text: string): string {
  return text.replace(HIDDEN, '').replace(BLANK, ' ').replace(STRAY_JOINER, '').replace(STRAY_TAG, '');
}
