const STROKES: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
};

/** A text without accents, and without the strokes that Unicode has no combining marks for. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[łŁøØđĐħĦ]/g, (letter) => STROKES[letter] ?? letter);
}
