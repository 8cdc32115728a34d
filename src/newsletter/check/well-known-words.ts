/** The small words in nearly every sentence of a language, by which languages in Latin letters are told apart. */

const WORDS: Readonly<Record<string, string>> = {
  cs: 'a je se na že v s z do to pro jsou nebo ale jak jako které když bude',
  cy: 'yn y yr a i o ar mae ac gan wrth fydd eich bydd bod ein chi ni wedi oedd hefyd neu os gyda am',
  da: 'og at det er en som på for med af ikke til den vi har jer kan skal eller vores',
  de: 'der die das und ist nicht mit für auf ein eine den von zu sie wir ihr sich auch bitte dem des im werden oder am wird haben',
  en: 'the of and to in is for you that with are be this on will we our have at from your please can not by or a i as an no so do me he it was all she they us if but has',
  es: 'el la los las de que y en un una es por para con no se su sus del al nuestros como pero más este esta',
  fr: 'le la les des et est un une pour dans que qui nous vous avec sur pas ne du au sont votre vos notre ce cette de à par il elle',
  ga: 'agus an na ar i tá is le do go ag sa ár bhfuil beidh sé siad seo leis gach bhur',
  gd: 'agus an na air tha anns is gu le bha bidh sinn sibh ann aig a bhith do',
  hu: 'a az és hogy nem egy is van ez meg de kell lesz vagy mint minden már csak',
  it: 'il la le di che e è un una per con non si del della sono alla dei i nel anche vostro gli questo da',
  lt: 'ir yra kad su į ar bus bei mes jūsų kaip nuo iš visi mūsų tai bet',
  nl: 'de het een en van is niet dat op met voor zijn ook wij jullie aan er te bij naar wordt ons kunnen dit',
  pl: 'i w na się nie do z jest że dla o to jak od po są ale przez będzie oraz prosimy nasze nasza lub',
  pt: 'o a os as de que e em um uma para com não do da no na se por mais são dos das seu ao',
  ro: 'și în la de pe nu cu este un o pentru din care sunt să ce vă mai ale sau va fi',
  so: 'iyo waa in oo ka ku ay u la aan waxaa soo si ama kale',
  sq: 'dhe në të për është një me nga që si ju do ne së janë ose',
  sv: 'och att det är en som på för med av inte till den vi har kan ska eller vår',
  tr: 've bir bu için ile da de çok ne var olarak daha sizin olan gibi her',
  vi: 'và của là các có không cho được trong này với những một em con',
};
const LISTS = Object.entries(WORDS).map(([language, words]) => ({
  language,
  words: new Set(words.split(' ')),
}));

/** The fewest small words, and different ones, that identify a language, and their least share of all words. */
const LEAST = { hits: 5, distinct: 4, share: 0.3 } as const;
/** The largest share of capitalised words. Names have small words too: 'Ana de la Cruz'. German capitalises nouns. */
const MOST_CAPITALS = 0.25;
const MOST_CAPITALS_GERMAN = 0.5;
const ADDRESS = /\S*[/@]\S*/g;
/** How many times as many of them as of the newsletter's own small words there must be. */
const TIMES_OWN = 3;

/**
 * Whether words are clearly in another language than the newsletter's. False in cases of doubt: few words, names, and
 * languages without a list.
 */
export function areForeignWords(text: string, language: string): boolean {
  const own = LISTS.find((list) => list.language === language);
  if (own === undefined) return false;
  const words = text.replace(ADDRESS, ' ').match(/\p{L}+/gu) ?? [];
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length / words.length;
  const small = words.map((word) => word.toLowerCase());
  const hitsOf = (list: ReadonlySet<string>) => small.filter((word) => list.has(word));
  const ownHits = hitsOf(own.words).length;
  return LISTS.some((list) => {
    if (list === own || capitals > (list.language === 'de' ? MOST_CAPITALS_GERMAN : MOST_CAPITALS))
      return false;
    const hits = hitsOf(list.words);
    return (
      hits.length >= LEAST.hits &&
      new Set(hits).size >= LEAST.distinct &&
      hits.length >= words.length * LEAST.share &&
      hits.length >= ownHits * TIMES_OWN
    );
  });
}
