/**
 * Link texts that do not name the target. A link is vague if its whole text is one of these phrases, in any of these
 * languages; other languages are not checked. To add a language, add a line in lower case without punctuation.
 */
const PHRASES = {
  en: 'click|click here|click this|click me|here|this|this link|link|the link|more|read more|see more|find out more|learn more|more info|more information|info|details|more details|go|go here|start|open|view|download|download here|tap here|press here|follow this link|visit|website|web page|page',
  cy: 'cliciwch yma|clicio yma|yma|mwy|darllen mwy|darllenwch mwy|dysgu mwy|rhagor|rhagor o wybodaeth|gweld mwy|dolen',
  ga: 'cliceáil anseo|anseo|tuilleadh|léigh tuilleadh|níos mó|nasc',
  gd: 'briog an seo|an seo|tuilleadh|leugh tuilleadh',
  fr: 'cliquez ici|cliquer ici|ici|plus|lire plus|lire la suite|en savoir plus|voir plus|plus d’infos|plus d’informations|suite|lien|ce lien',
  de: 'klick|klicken|klicken sie hier|hier klicken|klick hier|hier|mehr|mehr lesen|weiterlesen|weiter lesen|mehr erfahren|mehr infos|mehr informationen|weitere informationen|link|dieser link',
  es: 'haz clic aquí|haga clic aquí|clic aquí|pincha aquí|pulsa aquí|aquí|más|leer más|ver más|saber más|más información|enlace|este enlace',
  pt: 'clique aqui|aqui|mais|ler mais|leia mais|saiba mais|ver mais|mais informações|link',
  it: 'clicca qui|clicca|qui|leggi|leggi tutto|leggi di più|scopri di più|di più|altro|continua|link',
  nl: 'klik hier|hier|meer|lees meer|lees verder|meer lezen|meer info|meer informatie|link|deze link',
  pl: 'kliknij tutaj|kliknij tu|kliknij|tutaj|tu|więcej|czytaj więcej|zobacz więcej|dowiedz się więcej|link',
  ro: 'click aici|apasă aici|aici|mai mult|citește mai mult|află mai multe|link',
  lt: 'spauskite čia|čia|daugiau|skaityti daugiau|plačiau',
  uk: 'натисніть тут|клікніть тут|тут|сюди|більше|читати далі|детальніше|докладніше|посилання',
  ru: 'нажмите здесь|кликните сюда|здесь|тут|сюда|больше|читать далее|подробнее|ссылка',
  tr: 'buraya tıklayın|tıklayın|buraya|burada|daha fazla|devamını oku|bağlantı',
  ar: 'اضغط هنا|انقر هنا|هنا|المزيد|اقرأ المزيد|رابط',
  ur: 'یہاں کلک کریں|یہاں|مزید|مزید پڑھیں',
  hi: 'यहाँ क्लिक करें|यहां क्लिक करें|यहाँ|यहां|और|और पढ़ें|अधिक',
  pa: 'ਇੱਥੇ ਕਲਿੱਕ ਕਰੋ|ਇੱਥੇ|ਹੋਰ|ਹੋਰ ਪੜ੍ਹੋ',
  bn: 'এখানে ক্লিক করুন|এখানে|আরও|আরও পড়ুন',
  zh: '点击这里|点这里|这里|此处|更多|阅读更多|了解更多|點擊這裡|這裡|此處|閱讀更多|了解更多資訊',
  ja: 'ここをクリック|こちら|ここ|詳細|もっと見る|続きを読む',
} as const;

const VAGUE: ReadonlySet<string> = new Set(
  Object.values(PHRASES).flatMap((line) => line.split('|').map(normaliseText)),
);

/** Whether a link text is one of the phrases, ignoring case, apostrophes and punctuation around it. */
export function isVague(words: string): boolean {
  return VAGUE.has(normaliseText(words));
}

/** Text for comparison: lower case, without punctuation around it, single spaces. */
export function normaliseText(words: string): string {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '')
    .replace(/\s+/g, ' ');
}
