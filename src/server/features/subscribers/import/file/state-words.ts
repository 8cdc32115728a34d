/**
 * Words for being on a list of mails and off it, in the form that `headingLetters` returns, without endings of gender: those of
 * mail programs, and those in the languages that a school can choose (en, cy, gd, ga, de, es, fr, it, nl, pl, pt, ar).
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean).map(stem));

/** Removes the ending: 'Désabonnée' becomes 'Désabonné', 'wypisana' 'wypisany'. */
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

/** The words among these that only mail programs use: the others are also used for pupils who have left a school. */
export const MAIL_WORDS = words(`
  unsubscribed unsubscribe unsub optout optedout cleaned bounced bounce blocked blocklisted blacklisted spam junk complaint
  complained suppressed unreachable undeliverable invalid donotcontact donotemail nonsubscribed notsubscribed
  neversubscribed declined refused rejected
  dadtanysgrifio dadtanysgrifiwyd wedidaddanysgrifio daddanysgrifiwyd dichlaraichte diliostailte desuscrito nosuscrito
  desabonne desinscrit disiscritto desinscrito naosubscrito`);

/** The words among these for mail that came back. 'Cleaned' is Mailchimp's. */
export const CAME_BACK = words(`
  cleaned bounced bounce unreachable undeliverable invalid unzustellbar rebotado`);
/** Parts of longer words, of headings and of file names: 'Hard bounce'. */
export const CAME_BACK_WITHIN = /bounce|clean/;

/** Words that mean nothing. */
export const NOTHING = new Set(['', 'null', 'none', 'na', 'never', '00000000000000', '00000000']);

/** Parts of longer words: 'Hard bounce', 'Unsubscribed by admin', 'Spam complaint'. */
export const OFF_WITHIN = /unsub|opt(?:ed)?out|bounce|blocklist|blacklist|spam|complain|suppress|donotemail/;

export const YES = words('yes y true t 1 x ja j oui si s tak sim ie ydy tha ta');
export const NO = words('no n false f 0 nein non nee nie nao na nacydy chaneil nil');

/** Headings of columns that contain such words. */
export const STATUS_HEADING =
  /^(?:e?mail|subscri[a-z]*|list|contact|member|marketing|newsletter|person|user|permission)*(?:status|statut|statws|estatus|stadas)$|^(?:estado|stato|الحالة|حالةالاشتراك)$|^subscri[a-z]*state$/;

/** Headings of columns in which yes means that a person is on the list. */
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
/** The same as a pattern: 'GDPR consent', 'Marketing permission', 'Consent for newsletters'; not 'Photo consent'. */
export const ON_FLAG = new RegExp(
  `^(?:${MAILS})+(?:consent|permissions?)(?:given|granted)?$|^(?:consent|permission)s?(?:given|granted)?(?:for|to|by)(?:receive|send|get)?(?:${MAILS})+$`,
);
/** A yes or a time, empty for people who gave no consent in that program. A column of times alone means nothing. */
export const OPT_IN = /^opt(?:ed)?in$/;

/** Headings of columns in which yes means that a person is off the list; if the heading names a time, any time means that. */
export const OFF_FLAG =
  /^(?:is|has|email|emails|user)*(?:unsub(?:scribed?(?:from[a-z]*)?)?|nonsubscribed|opt(?:ed)?out(?:of[a-z]*)?|blocklist(?:ed)?|blacklist(?:ed)?|(?:hard|soft)?bounced?|complain(?:ed|t)|spamcomplaint|suppressed|suppression|cleaned|donot(?:email|mail|contact)|nomail|emaildisabled|disabled|blocked|courtorder|nocontact|abgemeldet|gesperrt|desabonne|desinscrit|dadodebaja|baja|disiscritto|afgemeld|uitgeschreven|wypisany)$/;
export const OFF_TIME =
  /^(?:date|time)?(?:unsub(?:scribed?)?|clean(?:ed)?|(?:hard|soft)?bounced?|deleted|opt(?:ed)?out|complain(?:ed|t)|blocked|blocklisted|blacklisted|suppressed|left|cancell?ed)(?:at|time|date|on|reason)?$/;
