/** Finds the place of an event in the text after its title: 'School hall', 'Room 4', 'in der Aula'. */

/** The place, and the rest of the text after a title. */
export interface WrittenPlace {
  readonly place: string | null;
  readonly rest: string;
}

/** The most words of a place; more are a sentence. */
const WORDS_MAX = 6;
const LENGTH_MAX = 200;
/** A label before a place. */
const NAMED =
  /^(?:venue|place|location|where|ort|lieu|lugar|luogo|plaats|miejsce|local|lleoliad|áit|المكان)\s*:\s*/iu;
/** Removed before the place, because no place begins with it. */
const BEFORE = /^(?:at|@)\s+/iu;
const ENGLISH =
  'hall|room|classroom|library|playground|field|gym|gymnasium|church|chapel|theatre|theater|studio|canteen|office|foyer|reception|pool|park|stadium|centre|center|museum|school|nursery|kitchen|garden|court|pitch|zoom|teams|online';
const OTHERS =
  'aula|halle|turnhalle|sporthalle|mensa|raum|klassenzimmer|bibliothek|schulhof|kirche|schule|sportplatz' +
  '|salle|cour|gymnase|bibliothèque|cantine|église|école|préau|stade|mairie' +
  '|sala|salón|patio|gimnasio|biblioteca|comedor|iglesia|colegio|escuela|palestra|cortile|chiesa|scuola' +
  '|zaal|gymzaal|lokaal|bibliotheek|plein|kerk|hala|biblioteka|boisko|kościół|kościele|szkoła|szkole|stołówka' +
  '|pavilhão|ginásio|pátio|cantina|igreja|escola|neuadd|ystafell|llyfrgell|iard|eglwys|ysgol|campfa|cae' +
  '|halla|seomra|leabharlann|clós|séipéal|scoil|páirc|talla|seòmar|eaglais|sgoil|pàirc' +
  '|(?:ال)?(?:قاعة|صالة|مكتبة|ملعب|مسرح|مسجد|ساحة|فناء|غرفة|مدرسة)';
const ROOMS = `${ENGLISH}|${OTHERS}`;
const NUMBER = '(?:\\s+(?:\\d{1,3}[a-z]?|[A-Z]))?';
/** The room at the end, as in English, or at the start, as in Spanish. */
const ROOM_LAST = new RegExp(`(?:^|[\\s’'-])(?:${ROOMS})${NUMBER}$`, 'iu');
const ROOM_FIRST = new RegExp(
  `^(?:(?:[\\p{L}]{1,4}[\\s’'])?(?:[ld]['’])?)(?:(?:${OTHERS})(?:\\s|$)|(?:${ENGLISH})\\s(?:of|next|behind|opposite)\\s)`,
  'iu',
);
/** Words of a sentence or a time, which a place never has. */
const NO_PLACE =
  /(?<![\p{L}])(?:no|not|back (?:at|in)|(?:first|last) (?:day|week|lesson)|end|start|latest|once|our|your|my|for|to|by|until|till|before|after|please|pupils|bring|wear|meet|come|join|see|visit|watch|help|collect|return|go|is|are|was|will|be|opens|opened|close[sd]?|shuts?|starts?|begins?|ends?|finish(?:es)?|leaves?|follows?|fermée?s?|geschlossen|bis|schulfrei|cerrad[oa]s?|chius[oa]|gesloten|dicht|zamknięt\p{L}*|fechad[oa]|ar gau|dúnta|dùinte|مغلقة?)(?![\p{L}])|\d[:.]\d\d|\d\s?[ap]\.?m\b|[£€$]/iu;
const BETWEEN = /\s+[–—-]+\s+|[;؛|]\s+|[,،]\s+|\.\s+(?=\p{Lu})/u;

/**
 * Takes the place from the start or the end of the text after a title. A sentence, which ends with a full stop, stays
 * in the description.
 */
export function takePlace(words: string): WrittenPlace {
  const first = BETWEEN.exec(words);
  if (first === null) {
    const place = placeIn(words);
    return { place, rest: place === null ? words : '' };
  }
  const after = words.slice(first.index + first[0].length);
  const leading = placeIn(words.slice(0, first.index));
  if (leading !== null) return { place: leading, rest: after };
  const [last = ''] = words.split(BETWEEN).slice(-1);
  const trailing = placeIn(last);
  if (trailing === null) return { place: null, rest: words };
  return {
    place: trailing,
    rest: words.slice(0, -last.length).replace(/[\s,;|–—-]+$/u, ''),
  };
}

/** Whether words name a place, and nothing else. */
export function isPlace(words: string): boolean {
  return placeIn(words) !== null;
}

function placeIn(part: string): string | null {
  const words = part.trim();
  const unnamed = words.replace(NAMED, '');
  const place = unnamed.replace(BEFORE, '');
  if (place === '' || place.length > LENGTH_MAX || /[.!?]$/.test(place)) return null;
  if (unnamed !== words) return place;
  if (NO_PLACE.test(place)) return null;
  if (place !== words) return place;
  if (place.split(/\s+/).length > WORDS_MAX) return null;
  return ROOM_LAST.test(place) || ROOM_FIRST.test(place) ? place : null;
}
