/**
 * Titles in Latin letters, for readable addresses. The scripts of the families that British schools write to have a
 * table; Han and Thai, whose reading no table tells, are left out.
 */

/** A text in lower-case ASCII letters, digits and spaces. */
export function transliterate(text: string): string {
  let latin = '';
  for (const character of text.normalize('NFC').toLowerCase()) {
    const code = character.codePointAt(0) ?? 0;
    if (isIndic(code)) latin = addIndic(latin, code);
    else latin += letterOf(character, code);
  }
  return latin
    .replaceAll(INHERENT, 'a')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

function letterOf(character: string, code: number): string {
  const known = LETTERS.get(character);
  if (known !== undefined) return known;
  if (code >= 0xac00 && code <= 0xd7a3) return hangul(code);
  // Letters with marks, full-width and stylised ones: their plain letter.
  const parts = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return parts === character
    ? /[a-z0-9]/.test(character)
      ? character
      : ' '
    : Array.from(parts, plain).join('');
}

function plain(character: string): string {
  return LETTERS.get(character) ?? (/[a-z0-9]/.test(character) ? character : ' ');
}

const TABLES = [
  // Latin letters that are not a plain one with marks; apostrophes bind a word together.
  "ß ss æ ae œ oe ø o đ d ð d þ th ł l ı i ŋ ng ħ h ŧ t ə e ƒ f ’ ~ ‘ ~ ' ~ ʼ ~ ʹ ~ & _and_",
  // Greek
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o',
  // Cyrillic, with the letters of Ukrainian, Belarusian, Bulgarian, Serbian, Macedonian and Kazakh
  'а a б b в v г g ґ g д d е e ё yo є ye ж zh з z и y і i ї yi й y к k л l м m н n о o п p р r с s т t у u ў u ф f х kh ц ts ч ch ш sh щ shch ъ ~ ы y ь ~ э e ю yu я ya ђ dj ј j љ lj њ nj ћ c џ dz ѓ gj ѕ dz ќ kj ә a ғ g қ k ң n ө o ұ u ү u һ h',
  // Hebrew
  'א a ב b ג g ד d ה h ו v ז z ח h ט t י y כ k ך k ל l מ m ם m נ n ן n ס s ע a פ p ף p צ ts ץ ts ק k ר r ש sh ת t',
  // Arabic, with the letters of Persian, Urdu, Pashto and Kurdish
  'ا a أ a إ i آ a ٱ a ب b پ p ت t ٹ t ث th ج j چ ch ح h خ kh د d ڈ d ذ dh ر r ڑ r ز z ژ zh س s ش sh ص s ض d ط t ظ z ع a غ gh ف f ق q ک k ك k گ g ل l م m ن n ں n و w ؤ w ه h ہ h ھ h ة a ۃ a ء ~ ئ y ی y ي y ى a ے e ۓ e ە e ۆ o ێ e ڵ l ڕ r',
  // Georgian
  'ა a ბ b გ g დ d ე e ვ v ზ z თ t ი i კ k ლ l მ m ნ n ო o პ p ჟ zh რ r ს s ტ t უ u ფ p ქ k ღ gh ყ q შ sh ჩ ch ც ts ძ dz წ ts ჭ ch ხ kh ჯ j ჰ h',
  // Armenian
  'ա a բ b գ g դ d ե e զ z է e ը y թ t ժ zh ի i լ l խ kh ծ ts կ k հ h ձ dz ղ gh ճ ch մ m յ y ն n շ sh ո o չ ch պ p ջ j ռ r ս s վ v տ t ր r ց ts ւ v փ p ք k օ o ֆ f և ev',
  // Kana; katakana is read through hiragana
  'あ a い i う u え e お o か ka き ki く ku け ke こ ko さ sa し shi す su せ se そ so た ta ち chi つ tsu て te と to な na に ni ぬ nu ね ne の no は ha ひ hi ふ fu へ he ほ ho ま ma み mi む mu め me も mo や ya ゆ yu よ yo ら ra り ri る ru れ re ろ ro わ wa を o ん n が ga ぎ gi ぐ gu げ ge ご go ざ za じ ji ず zu ぜ ze ぞ zo だ da ぢ ji づ zu で de ど do ば ba び bi ぶ bu べ be ぼ bo ぱ pa ぴ pi ぷ pu ぺ pe ぽ po ゃ ya ゅ yu ょ yo っ ~ ー ~',
];

const LETTERS = readTables();

function readTables(): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const table of TABLES) {
    const words = table.split(' ');
    for (let at = 0; at < words.length; at += 2) {
      letters.set(words[at] ?? '', (words[at + 1] ?? '').replaceAll('~', '').replaceAll('_', ' '));
    }
  }
  for (let code = 0x30a1; code <= 0x30f6; code += 1) {
    const reading = letters.get(String.fromCodePoint(code - 0x60));
    if (reading !== undefined) letters.set(String.fromCodePoint(code), reading);
  }
  for (let digit = 0; digit < 10; digit += 1) {
    for (const zero of [0x660, 0x6f0]) letters.set(String.fromCodePoint(zero + digit), String(digit));
  }
  return letters;
}

// A syllable's number holds its three parts. Source: the Unicode Standard, 3.12.
const HANGUL_FIRST = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ');
const HANGUL_MIDDLE = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const HANGUL_LAST = ' g kk gs n nj nh d l lg lm lb ls lt lp lh m b bs s ss ng j ch k t p h'.split(' ');

function hangul(code: number): string {
  const syllable = code - 0xac00;
  const first = HANGUL_FIRST[Math.floor(syllable / 588)] ?? '';
  return (
    first + (HANGUL_MIDDLE[Math.floor((syllable % 588) / 28)] ?? '') + (HANGUL_LAST[syllable % 28] ?? '')
  );
}

// Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil, Telugu, Kannada and Malayalam lie in blocks of one layout.
const INDIC_FROM = 0x0900;
const INDIC_TO = 0x0d7f;
const BLOCK = 0x80;
// Marks the vowel that a consonant has unless a sign takes it away.
const INHERENT = '\u0001';
const INDIC = new Map<number, string>();
const put = (from: number, letters: string) => {
  for (const [at, letter] of letters.split(' ').entries()) INDIC.set(from + at, letter);
};
put(0x01, 'n n h a a a i i u u ri l e e e ai o o o au');
put(0x15, 'k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h');
put(0x3e, 'a i i u u ri ri e e e ai o o o au');
put(0x59, 'kh gh z r d dh f y');
put(0x66, '0 1 2 3 4 5 6 7 8 9');
const VIRAMA = 0x4d;
const SIGNS = { from: 0x3e, to: 0x4c };

function isIndic(code: number): boolean {
  return code >= INDIC_FROM && code <= INDIC_TO;
}

function addIndic(latin: string, code: number): string {
  const at = code % BLOCK;
  const letter = INDIC.get(at) ?? '';
  const isConsonant = (at >= 0x15 && at <= 0x39) || (at >= 0x59 && at <= 0x5f);
  if (isConsonant) return latin + letter + INHERENT;
  const takesVowel = at === VIRAMA || (at >= SIGNS.from && at <= SIGNS.to);
  return (takesVowel && latin.endsWith(INHERENT) ? latin.slice(0, -1) : latin) + letter;
}
