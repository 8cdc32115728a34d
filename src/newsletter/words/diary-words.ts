import { wordsIn } from './words-in.ts';

/** The texts of a school's diary, in every language that schools can choose. */

export type DiaryWords = {
  readonly diary: string;
  /** The label for the choice of all groups. */
  readonly all: string;
  readonly groups: string;
  readonly subscribe: string;
  /** Shown above the dates of one group, which include those of the whole school. */
  readonly withSchool: string;
  readonly until: (day: string) => string;
  /** The heading of dates that are over. */
  readonly earlier: string;
  readonly inYourCalendar: string;
  readonly chooseOnce: string;
  readonly another: string;
  readonly copyAddress: string;
  readonly mayTakeADay: string;
  readonly none: string;
  /** Shown when a newsletter links to a diary that was switched off. */
  readonly closed: string;
};

const WORDS = {
  en: {
    diary: 'Diary',
    all: 'All',
    groups: 'Groups',
    subscribe: 'Subscribe in your calendar',
    withSchool: 'With the whole school’s dates.',
    until: (day) => `Until ${day}`,
    earlier: 'Earlier',
    inYourCalendar: 'Dates in your calendar',
    chooseOnce: 'Choose your calendar, once. New dates and changes come by themselves.',
    another: 'Another calendar',
    copyAddress: 'Copy this address into it.',
    mayTakeADay: 'Your calendar may take a day to show a change.',
    none: 'No dates yet.',
    closed: 'The school has no diary here any more.',
  },
  cy: {
    diary: 'Dyddiadur',
    all: 'Popeth',
    groups: 'Grwpiau',
    subscribe: 'Tanysgrifio yn eich calendr',
    withSchool: 'Gyda dyddiadau’r ysgol gyfan.',
    until: (day) => `Hyd at ${day}`,
    earlier: 'Cynharach',
    inYourCalendar: 'Dyddiadau yn eich calendr',
    chooseOnce: 'Dewiswch eich calendr, unwaith. Daw dyddiadau newydd a newidiadau ohonynt eu hunain.',
    another: 'Calendr arall',
    copyAddress: 'Copïwch y cyfeiriad hwn iddo.',
    mayTakeADay: 'Gall gymryd diwrnod i’ch calendr ddangos newid.',
    none: 'Dim dyddiadau eto.',
    closed: 'Nid oes gan yr ysgol ddyddiadur yma mwyach.',
  },
  gd: {
    diary: 'Leabhar-latha',
    all: 'Na h-uile',
    groups: 'Buidhnean',
    subscribe: 'Fo-sgrìobh sa mhìosachan agad',
    withSchool: 'Le cinn-latha na sgoile gu lèir.',
    until: (day) => `Gu ${day}`,
    earlier: 'Na bu tràithe',
    inYourCalendar: 'Cinn-latha sa mhìosachan agad',
    chooseOnce: 'Tagh am mìosachan agad aon turas. Thig cinn-latha ùra is atharraichean leotha fhèin.',
    another: 'Mìosachan eile',
    copyAddress: 'Dèan lethbhreac dhen t-seòladh seo ann.',
    mayTakeADay: 'Faodaidh latha a dhol seachad mus seall am mìosachan atharrachadh.',
    none: 'Gun chinn-latha fhathast.',
    closed: 'Chan eil leabhar-latha aig an sgoil an seo tuilleadh.',
  },
  ga: {
    diary: 'Dialann',
    all: 'Gach ceann',
    groups: 'Grúpaí',
    subscribe: 'Liostáil i d’fhéilire',
    withSchool: 'Mar aon le dátaí na scoile ar fad.',
    until: (day) => `Go dtí ${day}`,
    earlier: 'Níos luaithe',
    inYourCalendar: 'Dátaí i d’fhéilire',
    chooseOnce: 'Roghnaigh d’fhéilire uair amháin. Tiocfaidh dátaí nua agus athruithe leo féin.',
    another: 'Féilire eile',
    copyAddress: 'Cóipeáil an seoladh seo isteach ann.',
    mayTakeADay: 'D’fhéadfadh sé lá a thógáil ar d’fhéilire athrú a thaispeáint.',
    none: 'Níl aon dátaí ann fós.',
    closed: 'Níl dialann ag an scoil anseo a thuilleadh.',
  },
  de: {
    diary: 'Termine',
    all: 'Alle',
    groups: 'Gruppen',
    subscribe: 'Im eigenen Kalender abonnieren',
    withSchool: 'Mit den Terminen der ganzen Schule.',
    until: (day) => `Bis ${day}`,
    earlier: 'Früher',
    inYourCalendar: 'Termine in Ihrem Kalender',
    chooseOnce: 'Wählen Sie einmal Ihren Kalender. Neue Termine und Änderungen kommen von selbst.',
    another: 'Ein anderer Kalender',
    copyAddress: 'Kopieren Sie diese Adresse hinein.',
    mayTakeADay: 'Bis Ihr Kalender eine Änderung zeigt, kann ein Tag vergehen.',
    none: 'Noch keine Termine.',
    closed: 'Die Schule zeigt hier keine Termine mehr.',
  },
  es: {
    diary: 'Agenda',
    all: 'Todo',
    groups: 'Grupos',
    subscribe: 'Suscribirse en su calendario',
    withSchool: 'Con las fechas de todo el colegio.',
    until: (day) => `Hasta el ${day}`,
    earlier: 'Anteriores',
    inYourCalendar: 'Fechas en su calendario',
    chooseOnce: 'Elija su calendario una sola vez. Las fechas nuevas y los cambios llegan solos.',
    another: 'Otro calendario',
    copyAddress: 'Copie esta dirección en él.',
    mayTakeADay: 'Su calendario puede tardar un día en mostrar un cambio.',
    none: 'Aún no hay fechas.',
    closed: 'El centro ya no tiene agenda aquí.',
  },
  fr: {
    diary: 'Agenda',
    all: 'Tout',
    groups: 'Groupes',
    subscribe: 'S’abonner dans votre calendrier',
    withSchool: 'Avec les dates de toute l’école.',
    until: (day) => `Jusqu’au ${day}`,
    earlier: 'Avant',
    inYourCalendar: 'Les dates dans votre calendrier',
    chooseOnce:
      'Choisissez votre calendrier une seule fois. Les dates et les changements arrivent tout seuls.',
    another: 'Un autre calendrier',
    copyAddress: 'Copiez-y cette adresse.',
    mayTakeADay: 'Votre calendrier peut mettre un jour à montrer un changement.',
    none: 'Pas encore de dates.',
    closed: 'L’école n’a plus d’agenda ici.',
  },
  it: {
    diary: 'Agenda',
    all: 'Tutto',
    groups: 'Gruppi',
    subscribe: 'Iscriversi nel proprio calendario',
    withSchool: 'Con le date di tutta la scuola.',
    until: (day) => `Fino a ${day}`,
    earlier: 'Precedenti',
    inYourCalendar: 'Le date nel suo calendario',
    chooseOnce: 'Scelga il calendario una volta sola. Nuove date e modifiche arrivano da sole.',
    another: 'Un altro calendario',
    copyAddress: 'Vi copi questo indirizzo.',
    mayTakeADay: 'Il calendario può impiegare un giorno a mostrare una modifica.',
    none: 'Ancora nessuna data.',
    closed: 'La scuola non ha più un’agenda qui.',
  },
  nl: {
    diary: 'Agenda',
    all: 'Alles',
    groups: 'Groepen',
    subscribe: 'Abonneren in uw agenda',
    withSchool: 'Met de data van de hele school.',
    until: (day) => `Tot en met ${day}`,
    earlier: 'Eerder',
    inYourCalendar: 'Data in uw agenda',
    chooseOnce: 'Kies één keer uw agenda. Nieuwe data en wijzigingen komen vanzelf.',
    another: 'Een andere agenda',
    copyAddress: 'Kopieer dit adres erin.',
    mayTakeADay: 'Het kan een dag duren voordat uw agenda een wijziging toont.',
    none: 'Nog geen data.',
    closed: 'De school heeft hier geen agenda meer.',
  },
  pl: {
    diary: 'Terminarz',
    all: 'Wszystko',
    groups: 'Grupy',
    subscribe: 'Subskrybuj w swoim kalendarzu',
    withSchool: 'Razem z terminami całej szkoły.',
    until: (day) => `Do: ${day}`,
    earlier: 'Wcześniejsze',
    inYourCalendar: 'Terminy w Twoim kalendarzu',
    chooseOnce: 'Wybierz kalendarz jeden raz. Nowe terminy i zmiany pojawią się same.',
    another: 'Inny kalendarz',
    copyAddress: 'Skopiuj do niego ten adres.',
    mayTakeADay: 'Kalendarz może pokazać zmianę dopiero po dniu.',
    none: 'Jeszcze nie ma terminów.',
    closed: 'Szkoła nie ma już tutaj terminarza.',
  },
  pt: {
    diary: 'Agenda',
    all: 'Tudo',
    groups: 'Grupos',
    subscribe: 'Subscrever no seu calendário',
    withSchool: 'Com as datas de toda a escola.',
    until: (day) => `Até ${day}`,
    earlier: 'Anteriores',
    inYourCalendar: 'Datas no seu calendário',
    chooseOnce: 'Escolha o seu calendário uma só vez. As datas novas e as mudanças chegam sozinhas.',
    another: 'Outro calendário',
    copyAddress: 'Copie este endereço para lá.',
    mayTakeADay: 'O seu calendário pode demorar um dia a mostrar uma mudança.',
    none: 'Ainda não há datas.',
    closed: 'A escola já não tem agenda aqui.',
  },
  ar: {
    diary: 'المواعيد',
    all: 'الكل',
    groups: 'المجموعات',
    subscribe: 'متابعة المواعيد في تقويمكم',
    withSchool: 'مع مواعيد المدرسة كلها.',
    until: (day) => `حتى ${day}`,
    earlier: 'مواعيد سابقة',
    inYourCalendar: 'المواعيد في تقويمكم',
    chooseOnce: 'اختاروا تقويمكم مرة واحدة. تصل المواعيد الجديدة والتغييرات تلقائيًا.',
    another: 'تقويم آخر',
    copyAddress: 'انسخوا هذا العنوان إليه.',
    mayTakeADay: 'قد يستغرق ظهور التغيير في تقويمكم يومًا.',
    none: 'لا توجد مواعيد بعد.',
    closed: 'لم تعد للمدرسة صفحة مواعيد هنا.',
  },
} as const satisfies Readonly<Record<string, DiaryWords>>;

/** The texts for a BCP 47 tag, and their language: English if there are none in that language. */
export function diaryWords(language: string): { readonly words: DiaryWords; readonly lang: string } {
  return wordsIn<DiaryWords>(WORDS, language);
}
