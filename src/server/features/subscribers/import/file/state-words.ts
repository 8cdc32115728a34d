/**
 * Words for being on a list of mails and off it, as `headingLetters` writes them without the ending of a gender: those of
 * mail programs, and in the languages that a school can choose (en, cy, gd, ga, de, es, fr, it, nl, pl, pt, ar).
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean).map(stem));

/** 'Désabonnée' is 'Désabonné', 'wypisana' 'wypisany'. */
export function stem(letters: string): string {
  return letters.length > 3 ? letters.replace(/[aeoy]+s?$/, '') : letters;
}

export const ON = words(`
  subscribed subscriber active enabled confirmed member on optin optedin explicit regular free paid comped current ok
  valid verified
  tanysgrifiwyd weditanysgrifio gweithredol clarichte gniomhach liostailte angemeldet abonniert aktiv bestatigt
  suscrito activo confirmado abonne actif inscrit confirme iscritto attivo confermato aangemeld ingeschreven actief
  bevestigd zapisany aktywny potwierdzony subscrito ativo inscrito
  مشترك نشط مفعل`);

export const OFF = words(`
  unsubscribed unsubscribe unsub optout optedout cleaned bounced bounce blocked blocklisted blacklisted inactive
  disabled spam junk complaint complained suppressed unreachable undeliverable invalid left leaver gone removed
  deleted archived cancelled canceled donotcontact donotemail declined refused rejected off nonsubscribed
  notsubscribed neversubscribed withdrawn
  dadtanysgrifio dadtanysgrifiwyd wedidaddanysgrifio daddanysgrifiwyd anweithredol blocwyd wedigadael
  dichlaraichte neoghniomhach bacte diliostailte neamhghniomhach bactha cealaithe
  abgemeldet ausgetragen gesperrt inaktiv gekundigt unzustellbar geloscht widerrufen
  baja dadodebaja desuscrito cancelado bloqueado inactivo rebotado rechazado eliminado nosuscrito
  desabonne desinscrit bloque inactif rejete supprime resilie
  disiscritto annullato cancellato bloccato inattivo rimosso disattivato
  afgemeld uitgeschreven geblokkeerd inactief verwijderd opgezegd geweigerd
  wypisany zrezygnowal wyrejestrowany zablokowany nieaktywny usuniety odrzucony
  anulado desinscrito removido inativo rejeitado naosubscrito
  ملغى ملغي غيرمشترك الغىالاشتراك الغاءالاشتراك محظور غيرنشط محذوف`);

/** Of these, the words of mail programs alone: the others are also said of pupils who have left a school. */
export const MAIL_WORDS = words(`
  unsubscribed unsubscribe unsub optout optedout cleaned bounced bounce blocked blocklisted blacklisted spam junk complaint
  complained suppressed unreachable undeliverable invalid donotcontact donotemail nonsubscribed notsubscribed
  neversubscribed declined refused rejected
  dadtanysgrifio dadtanysgrifiwyd wedidaddanysgrifio daddanysgrifiwyd dichlaraichte diliostailte desuscrito nosuscrito
  desabonne desinscrit disiscritto desinscrito naosubscrito`);

/** Of these, the words that say that mail to somebody came back. 'Cleaned' is Mailchimp's. */
export const CAME_BACK = words(`
  cleaned bounced bounce unreachable undeliverable invalid unzustellbar rebotado`);
/** In longer words, and in the headings of columns and the names of files: 'Hard bounce'. */
export const CAME_BACK_WITHIN = /bounce|clean/;

/** Nothing is said by these. */
export const NOTHING = new Set(['', 'null', 'none', 'na', 'never', '00000000000000', '00000000']);

/** In longer words: 'Hard bounce', 'Unsubscribed by admin', 'Spam complaint'. */
export const OFF_WITHIN = /unsub|opt(?:ed)?out|bounce|blocklist|blacklist|spam|complain|suppress|donotemail/;

export const YES = words('yes y true t 1 x ja j oui si s tak sim ie ydy tha ta');
export const NO = words('no n false f 0 nein non nee nie nao na nacydy chaneil nil');

/** Headings of columns whose cells are such words. */
export const STATUS_HEADING =
  /^(?:e?mail|subscri[a-z]*|list|contact|member|marketing|newsletter|person|user|permission)*(?:status|statut|statws|estatus|stadas)$|^(?:estado|stato|الحالة|حالةالاشتراك)$|^subscri[a-z]*state$/;

/** Headings of columns whose yes says that somebody is on the list. */
export const ON_FLAGS = words(`
  subscribed issubscribed subscribedtoemails emailsubscribed emailconsent consent consenttoemail consentemail
  consentgiven optin optedin emailoptin emailpermission marketingconsent emailmarketing emailmarketingconsent
  acceptsemail acceptsemails acceptsmarketing acceptsemailmarketing newsletter newsletters receivesemail
  receivesemails receivesnewsletter receivesnewsletters wantsemail wantsemails wantsnewsletter wantsnewsletters
  contactbyemail emailallowed confirmed enabled active isactive
  caniatad cydsyniad cead toiliu einwilligung einverstandnis zustimmung consentimiento suscrito consentement abonne
  inscrit consenso iscritto toestemming ingeschreven zgoda zgodanaemail consentimento subscrito`);

const MAILS =
  '(?:e?mails?|newsletters?|news|marketing|communications?|comms|messag(?:e|es|ing)|mailings?|digital|electronic|gdpr|dataprotection|privacy|contact|school)';
/** The same in other words: 'GDPR consent', 'Marketing permission', 'Consent for newsletters'; not 'Photo consent'. */
export const ON_FLAG = new RegExp(
  `^(?:${MAILS})+(?:consent|permissions?)(?:given|granted)?$|^(?:consent|permission)s?(?:given|granted)?(?:for|to|by)(?:receive|send|get)?(?:${MAILS})+$`,
);
/** A yes or a time that is empty for whoever did not say it to the program. A column of times alone says nothing. */
export const OPT_IN = /^opt(?:ed)?in$/;

/** Headings of columns whose yes says that somebody is off it; one that names a time says so by having one. */
export const OFF_FLAG =
  /^(?:is|has|email|emails|user)*(?:unsub(?:scribed?(?:from[a-z]*)?)?|nonsubscribed|opt(?:ed)?out(?:of[a-z]*)?|blocklist(?:ed)?|blacklist(?:ed)?|(?:hard|soft)?bounced?|complain(?:ed|t)|spamcomplaint|suppressed|suppression|cleaned|donot(?:email|mail|contact)|nomail|emaildisabled|disabled|blocked|courtorder|nocontact|abgemeldet|gesperrt|desabonne|desinscrit|dadodebaja|baja|disiscritto|afgemeld|uitgeschreven|wypisany)$/;
export const OFF_TIME =
  /^(?:date|time)?(?:unsub(?:scribed?)?|clean(?:ed)?|(?:hard|soft)?bounced?|deleted|opt(?:ed)?out|complain(?:ed|t)|blocked|blocklisted|blacklisted|suppressed|left|cancell?ed)(?:at|time|date|on|reason)?$/;
