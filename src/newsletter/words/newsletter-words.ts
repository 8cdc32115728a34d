import { wordsIn } from './words-in.ts';

/** The program's own texts in newsletters and their mails, in every language that schools can choose. */

export type NewsletterWords = {
  /** The link from a mail to the page. */
  readonly readInBrowser: string;
  readonly onList: (school: string) => string;
  readonly unsubscribe: string;
  /** The link from a mail to the reader's choices. */
  readonly whatYouGet: string;
  /** The link for a single event, and the start of its accessible name. */
  readonly addToCalendar: string;
  readonly addAllDates: string;
  /** A range between two times of day. */
  readonly fromTo: (start: string, end: string) => string;
  readonly cancelled: string;
  /** Added after a photo's description to name what its link opens. */
  readonly largerPicture: string;
  /** The link to a video, with and without its title. */
  readonly watch: (title: string) => string;
  readonly watchVideo: string;
  readonly share: string;
  readonly email: string;
  /** The text before the product's name. */
  readonly madeWith: string;
  readonly newsFrom: (school: string) => string;
  /** The heading of upcoming school dates, and the link to all of them. */
  readonly datesForDiary: string;
  readonly allDates: string;
};

const en: NewsletterWords = {
  readInBrowser: 'Read it in your browser',
  onList: (school) => `You receive this because you are on the list of ${school}.`,
  unsubscribe: 'Unsubscribe',
  whatYouGet: 'What you get',
  addToCalendar: 'Add to calendar',
  addAllDates: 'Add all dates to your calendar',
  fromTo: (start, end) => `${start} to ${end}`,
  cancelled: 'Cancelled',
  largerPicture: 'larger picture',
  watch: (title) => `Watch: ${title}`,
  watchVideo: 'Watch the video',
  share: 'Share',
  email: 'Email',
  madeWith: 'Made with',
  newsFrom: (school) => `News from ${school}`,
  datesForDiary: 'Dates for your diary',
  allDates: 'See all dates',
};

const cy: NewsletterWords = {
  readInBrowser: 'Darllenwch ef yn eich porwr',
  onList: (school) => `Rydych yn derbyn hwn am eich bod ar restr ${school}.`,
  unsubscribe: 'Dad-danysgrifio',
  whatYouGet: 'Yr hyn a gewch',
  addToCalendar: 'Ychwanegu at y calendr',
  addAllDates: 'Ychwanegu’r holl ddyddiadau at eich calendr',
  fromTo: (start, end) => `${start} i ${end}`,
  cancelled: 'Wedi’i ganslo',
  largerPicture: 'llun mwy',
  watch: (title) => `Gwylio: ${title}`,
  watchVideo: 'Gwylio’r fideo',
  share: 'Rhannu',
  email: 'E-bost',
  madeWith: 'Gwnaed gyda',
  newsFrom: (school) => `Newyddion o ${school}`,
  datesForDiary: 'Dyddiadau i’ch dyddiadur',
  allDates: 'Gweld pob dyddiad',
};

const gd: NewsletterWords = {
  readInBrowser: 'Leugh e sa bhrabhsair agad',
  onList: (school) => `Tha thu a’ faighinn seo a chionn ’s gu bheil thu air liosta ${school}.`,
  unsubscribe: 'Sguir dhen fho-sgrìobhadh',
  whatYouGet: 'Na gheibh thu',
  addToCalendar: 'Cuir ris a’ mhìosachan',
  addAllDates: 'Cuir a h-uile ceann-latha ris a’ mhìosachan agad',
  fromTo: (start, end) => `${start} gu ${end}`,
  cancelled: 'Air a chur dheth',
  largerPicture: 'dealbh nas motha',
  watch: (title) => `Coimhead: ${title}`,
  watchVideo: 'Coimhead a’ bhidio',
  share: 'Co-roinn',
  email: 'Post-d',
  madeWith: 'Air a dhèanamh le',
  newsFrom: (school) => `Naidheachdan bho ${school}`,
  datesForDiary: 'Cinn-latha airson ur leabhar-latha',
  allDates: 'Faic na cinn-latha uile',
};

const ga: NewsletterWords = {
  readInBrowser: 'Léigh i i do bhrabhsálaí',
  onList: (school) => `Tá tú á fháil seo toisc go bhfuil tú ar liosta ${school}.`,
  unsubscribe: 'Díliostáil',
  whatYouGet: 'A bhfaigheann tú',
  addToCalendar: 'Cuir leis an bhféilire',
  addAllDates: 'Cuir na dátaí go léir le d’fhéilire',
  fromTo: (start, end) => `${start} go ${end}`,
  cancelled: 'Curtha ar ceal',
  largerPicture: 'pictiúr níos mó',
  watch: (title) => `Féach: ${title}`,
  watchVideo: 'Féach ar an bhfíseán',
  share: 'Comhroinn',
  email: 'Ríomhphost',
  madeWith: 'Déanta le',
  newsFrom: (school) => `Nuacht ó ${school}`,
  datesForDiary: 'Dátaí do do dhialann',
  allDates: 'Féach na dátaí go léir',
};

const de: NewsletterWords = {
  readInBrowser: 'Im Browser lesen',
  onList: (school) => `Sie erhalten diese Nachricht, weil Sie auf der Liste von ${school} stehen.`,
  unsubscribe: 'Abmelden',
  whatYouGet: 'Was Sie bekommen',
  addToCalendar: 'In den Kalender',
  addAllDates: 'Alle Termine in den Kalender übernehmen',
  fromTo: (start, end) => `${start} bis ${end}`,
  cancelled: 'Abgesagt',
  largerPicture: 'größeres Bild',
  watch: (title) => `Ansehen: ${title}`,
  watchVideo: 'Video ansehen',
  share: 'Teilen',
  email: 'E-Mail',
  madeWith: 'Erstellt mit',
  newsFrom: (school) => `Neues von ${school}`,
  datesForDiary: 'Termine zum Vormerken',
  allDates: 'Alle Termine ansehen',
};

const es: NewsletterWords = {
  readInBrowser: 'Leer en el navegador',
  onList: (school) => `Recibe este mensaje porque está en la lista de ${school}.`,
  unsubscribe: 'Darse de baja',
  whatYouGet: 'Lo que recibe',
  addToCalendar: 'Añadir al calendario',
  addAllDates: 'Añadir todas las fechas al calendario',
  fromTo: (start, end) => `de ${start} a ${end}`,
  cancelled: 'Cancelado',
  largerPicture: 'imagen más grande',
  watch: (title) => `Ver: ${title}`,
  watchVideo: 'Ver el vídeo',
  share: 'Compartir',
  email: 'Correo electrónico',
  madeWith: 'Hecho con',
  newsFrom: (school) => `Noticias de ${school}`,
  datesForDiary: 'Fechas para apuntar',
  allDates: 'Ver todas las fechas',
};

const fr: NewsletterWords = {
  readInBrowser: 'Lire dans le navigateur',
  onList: (school) => `Vous recevez ce message car vous êtes sur la liste de ${school}.`,
  unsubscribe: 'Se désabonner',
  whatYouGet: 'Ce que vous recevez',
  addToCalendar: 'Ajouter à l’agenda',
  addAllDates: 'Ajouter toutes les dates à votre agenda',
  fromTo: (start, end) => `de ${start} à ${end}`,
  cancelled: 'Annulé',
  largerPicture: 'image plus grande',
  watch: (title) => `Regarder : ${title}`,
  watchVideo: 'Regarder la vidéo',
  share: 'Partager',
  email: 'E-mail',
  madeWith: 'Créé avec',
  newsFrom: (school) => `Nouvelles de ${school}`,
  datesForDiary: 'Dates à retenir',
  allDates: 'Voir toutes les dates',
};

const it: NewsletterWords = {
  readInBrowser: 'Leggi nel browser',
  onList: (school) => `Riceve questo messaggio perché è nella lista di ${school}.`,
  unsubscribe: 'Annulla l’iscrizione',
  whatYouGet: 'Ciò che riceve',
  addToCalendar: 'Aggiungi al calendario',
  addAllDates: 'Aggiungi tutte le date al calendario',
  fromTo: (start, end) => `dalle ${start} alle ${end}`,
  cancelled: 'Annullato',
  largerPicture: 'immagine più grande',
  watch: (title) => `Guarda: ${title}`,
  watchVideo: 'Guarda il video',
  share: 'Condividi',
  email: 'E-mail',
  madeWith: 'Creato con',
  newsFrom: (school) => `Notizie da ${school}`,
  datesForDiary: 'Date da segnare',
  allDates: 'Vedi tutte le date',
};

const nl: NewsletterWords = {
  readInBrowser: 'Lees in uw browser',
  onList: (school) => `U ontvangt dit bericht omdat u op de lijst van ${school} staat.`,
  unsubscribe: 'Afmelden',
  whatYouGet: 'Wat u krijgt',
  addToCalendar: 'Zet in agenda',
  addAllDates: 'Zet alle data in uw agenda',
  fromTo: (start, end) => `${start} tot ${end}`,
  cancelled: 'Afgelast',
  largerPicture: 'grotere afbeelding',
  watch: (title) => `Bekijk: ${title}`,
  watchVideo: 'Bekijk de video',
  share: 'Delen',
  email: 'E-mail',
  madeWith: 'Gemaakt met',
  newsFrom: (school) => `Nieuws van ${school}`,
  datesForDiary: 'Data om te noteren',
  allDates: 'Alle data bekijken',
};

const pl: NewsletterWords = {
  readInBrowser: 'Czytaj w przeglądarce',
  onList: (school) => `Otrzymują Państwo tę wiadomość, ponieważ są na liście odbiorców: ${school}.`,
  unsubscribe: 'Wypisz się',
  whatYouGet: 'Co przychodzi',
  addToCalendar: 'Dodaj do kalendarza',
  addAllDates: 'Dodaj wszystkie terminy do kalendarza',
  fromTo: (start, end) => `od ${start} do ${end}`,
  cancelled: 'Odwołane',
  largerPicture: 'większe zdjęcie',
  watch: (title) => `Obejrzyj: ${title}`,
  watchVideo: 'Obejrzyj film',
  share: 'Udostępnij',
  email: 'E-mail',
  madeWith: 'Utworzono w',
  newsFrom: (school) => `Wiadomości: ${school}`,
  datesForDiary: 'Terminy do zapisania',
  allDates: 'Zobacz wszystkie terminy',
};

const pt: NewsletterWords = {
  readInBrowser: 'Ler no navegador',
  onList: (school) => `Recebe esta mensagem porque está na lista de ${school}.`,
  unsubscribe: 'Cancelar a subscrição',
  whatYouGet: 'O que recebe',
  addToCalendar: 'Adicionar ao calendário',
  addAllDates: 'Adicionar todas as datas ao calendário',
  fromTo: (start, end) => `das ${start} às ${end}`,
  cancelled: 'Cancelado',
  largerPicture: 'imagem maior',
  watch: (title) => `Ver: ${title}`,
  watchVideo: 'Ver o vídeo',
  share: 'Partilhar',
  email: 'E-mail',
  madeWith: 'Feito com',
  newsFrom: (school) => `Notícias de ${school}`,
  datesForDiary: 'Datas para anotar',
  allDates: 'Ver todas as datas',
};

const ar: NewsletterWords = {
  readInBrowser: 'عرض النشرة في المتصفح',
  onList: (school) => `تصلكم هذه الرسالة لأن عنوانكم على قائمة ${school}.`,
  unsubscribe: 'إلغاء الاشتراك',
  whatYouGet: 'ما يصلكم',
  addToCalendar: 'إضافة إلى التقويم',
  addAllDates: 'إضافة كل المواعيد إلى تقويمكم',
  fromTo: (start, end) => `من ${start} إلى ${end}`,
  cancelled: 'ملغى',
  largerPicture: 'صورة أكبر',
  watch: (title) => `مشاهدة: ${title}`,
  watchVideo: 'مشاهدة الفيديو',
  share: 'مشاركة',
  email: 'البريد الإلكتروني',
  madeWith: 'أُنشئت باستخدام',
  newsFrom: (school) => `أخبار ${school}`,
  datesForDiary: 'مواعيد قادمة',
  allDates: 'عرض كل المواعيد',
};

/** The texts for a BCP 47 tag, and their language: English if there are none in that language. */
export function newsletterWords(language: string): {
  readonly words: NewsletterWords;
  readonly lang: string;
} {
  return wordsIn<NewsletterWords>({ en, cy, gd, ga, de, es, fr, it, nl, pl, pt, ar }, language);
}
