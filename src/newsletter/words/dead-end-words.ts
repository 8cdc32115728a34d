import { type WordsOf, wordsIn } from './words-in.ts';

/** Families see these when a link leads nowhere, or a page is temporarily unavailable, in every language that schools can choose. */
export const deadEndWords = wordsIn({
  en: {
    title: 'This link does not work',
    /** For a link to leave the list. */
    leave:
      'Perhaps a part of it got lost on the way. Please use the link at the end of the newsletter, or answer the mail and ask the school to take you from its list.',
    /** For a link to a reader's choices. */
    choices:
      'Perhaps a part of it got lost on the way, or it is too old. Please use the link at the end of the newest newsletter.',
    /** For a page that does not exist, or is not public. */
    goneTitle: 'Not Found',
    gone: 'This page does not exist, or it is not public any more.',
    /** For a page that is temporarily unavailable. */
    later: 'This page cannot be shown just now. Please try again later.',
  },
  cy: {
    title: 'Nid yw’r ddolen hon yn gweithio',
    leave:
      'Efallai fod rhan ohoni wedi mynd ar goll ar y ffordd. Defnyddiwch y ddolen ar ddiwedd y cylchlythyr, neu atebwch y neges a gofynnwch i’r ysgol eich tynnu oddi ar ei rhestr.',
    choices:
      'Efallai fod rhan ohoni wedi mynd ar goll ar y ffordd, neu ei bod yn rhy hen. Defnyddiwch y ddolen ar ddiwedd y cylchlythyr diweddaraf.',
    goneTitle: 'Heb ei ganfod',
    gone: 'Nid yw’r dudalen hon yn bodoli, neu nid yw’n gyhoeddus mwyach.',
    later: 'Ni ellir dangos y dudalen hon ar hyn o bryd. Rhowch gynnig arall arni yn nes ymlaen.',
  },
  gd: {
    title: 'Chan eil an ceangal seo ag obair',
    leave:
      'Dh’fhaodadh gun deach pàirt dheth air chall air an t-slighe. Cleachd an ceangal aig deireadh na cuairt-litreach, no freagair am post-d agus iarr air an sgoil do thoirt far na liosta aca.',
    choices:
      'Dh’fhaodadh gun deach pàirt dheth air chall air an t-slighe, no gu bheil e ro shean. Cleachd an ceangal aig deireadh na cuairt-litreach as ùire.',
    goneTitle: 'Cha deach a lorg',
    gone: 'Chan eil an duilleag seo ann, no chan eil i poblach tuilleadh.',
    later: 'Cha ghabh an duilleag seo sealltainn an-dràsta. Feuch a-rithist an ceann greis.',
  },
  ga: {
    title: 'Níl an nasc seo ag obair',
    leave:
      'B’fhéidir gur cailleadh cuid de ar an mbealach. Úsáid an nasc ag deireadh na nuachtlitreach, nó freagair an ríomhphost agus iarr ar an scoil tú a bhaint dá liosta.',
    choices:
      'B’fhéidir gur cailleadh cuid de ar an mbealach, nó go bhfuil sé róshean. Úsáid an nasc ag deireadh na nuachtlitreach is nua.',
    goneTitle: 'Gan aimsiú',
    gone: 'Níl an leathanach seo ann, nó níl sé poiblí a thuilleadh.',
    later: 'Ní féidir an leathanach seo a thaispeáint faoi láthair. Bain triail eile as ar ball.',
  },
  de: {
    title: 'Dieser Link funktioniert nicht',
    leave:
      'Vielleicht ist unterwegs ein Teil davon verloren gegangen. Bitte benutzen Sie den Link am Ende des Newsletters, oder antworten Sie auf die E-Mail und bitten Sie die Schule, Sie von der Liste zu nehmen.',
    choices:
      'Vielleicht ist unterwegs ein Teil davon verloren gegangen, oder er ist zu alt. Bitte benutzen Sie den Link am Ende des neuesten Newsletters.',
    goneTitle: 'Nicht gefunden',
    gone: 'Diese Seite gibt es nicht, oder sie ist nicht mehr öffentlich.',
    later: 'Diese Seite kann gerade nicht gezeigt werden. Bitte versuchen Sie es später noch einmal.',
  },
  es: {
    title: 'Este enlace no funciona',
    leave:
      'Quizá se perdió una parte por el camino. Use el enlace que está al final del boletín, o responda al correo y pida a la escuela que le quite de su lista.',
    choices:
      'Quizá se perdió una parte por el camino, o es demasiado antiguo. Use el enlace que está al final del boletín más reciente.',
    goneTitle: 'No encontrado',
    gone: 'Esta página no existe o ya no es pública.',
    later: 'Esta página no se puede mostrar en este momento. Inténtelo de nuevo más tarde.',
  },
  fr: {
    title: 'Ce lien ne fonctionne pas',
    leave:
      'Une partie s’est peut-être perdue en route. Utilisez le lien à la fin de la lettre, ou répondez au message et demandez à l’école de vous retirer de sa liste.',
    choices:
      'Une partie s’est peut-être perdue en route, ou il est trop ancien. Utilisez le lien à la fin de la lettre la plus récente.',
    goneTitle: 'Introuvable',
    gone: 'Cette page n’existe pas ou n’est plus publique.',
    later: 'Cette page ne peut pas être affichée pour le moment. Veuillez réessayer plus tard.',
  },
  it: {
    title: 'Questo link non funziona',
    leave:
      'Forse una parte è andata persa. Usi il link alla fine della newsletter, oppure risponda all’email e chieda alla scuola di toglierla dalla sua lista.',
    choices:
      'Forse una parte è andata persa, oppure è troppo vecchio. Usi il link alla fine della newsletter più recente.',
    goneTitle: 'Non trovata',
    gone: 'Questa pagina non esiste o non è più pubblica.',
    later: 'Al momento questa pagina non può essere mostrata. Riprovi più tardi.',
  },
  nl: {
    title: 'Deze link werkt niet',
    leave:
      'Misschien is er onderweg een deel verloren gegaan. Gebruik de link aan het einde van de nieuwsbrief, of beantwoord de mail en vraag de school u van de lijst te halen.',
    choices:
      'Misschien is er onderweg een deel verloren gegaan, of is hij te oud. Gebruik de link aan het einde van de nieuwste nieuwsbrief.',
    goneTitle: 'Niet gevonden',
    gone: 'Deze pagina bestaat niet of is niet meer openbaar.',
    later: 'Deze pagina kan nu niet worden getoond. Probeer het later opnieuw.',
  },
  pl: {
    title: 'Ten link nie działa',
    leave:
      'Być może jego część zaginęła po drodze. Prosimy użyć linku na końcu biuletynu albo odpowiedzieć na wiadomość i poprosić szkołę o usunięcie adresu z listy.',
    choices:
      'Być może jego część zaginęła po drodze albo link jest zbyt stary. Prosimy użyć linku na końcu najnowszego biuletynu.',
    goneTitle: 'Nie znaleziono',
    gone: 'Ta strona nie istnieje albo nie jest już publiczna.',
    later: 'Tej strony nie można teraz wyświetlić. Prosimy spróbować ponownie później.',
  },
  pt: {
    title: 'Esta ligação não funciona',
    leave:
      'Talvez uma parte se tenha perdido pelo caminho. Use a ligação no fim do boletim, ou responda à mensagem e peça à escola que o retire da lista.',
    choices:
      'Talvez uma parte se tenha perdido pelo caminho, ou é demasiado antiga. Use a ligação no fim do boletim mais recente.',
    goneTitle: 'Não encontrada',
    gone: 'Esta página não existe ou já não é pública.',
    later: 'Não é possível mostrar esta página neste momento. Tente novamente mais tarde.',
  },
  ar: {
    title: 'هذا الرابط لا يعمل',
    leave:
      'ربما ضاع جزء منه في الطريق. نرجو استخدام الرابط الموجود في نهاية النشرة، أو الرد على الرسالة ليُزال عنوانكم من قائمة المدرسة.',
    choices: 'ربما ضاع جزء منه في الطريق، أو أصبح قديمًا. نرجو استخدام الرابط الموجود في نهاية أحدث نشرة.',
    goneTitle: 'الصفحة غير موجودة',
    gone: 'هذه الصفحة غير موجودة، أو لم تعد متاحة للعموم.',
    later: 'لا يمكن عرض هذه الصفحة الآن. نرجو المحاولة مرة أخرى لاحقًا.',
  },
});

export type DeadEndWords = WordsOf<typeof deadEndWords>;
