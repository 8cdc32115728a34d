import { wordsIn } from './words-in.ts';

/** Families see these on the page behind a mail's unsubscribe link (`/unsubscribe/`). In every language that schools can choose. */
export const unsubscribeWords = wordsIn({
  en: {
    /** Shown before leaving. */
    leaveTitle: 'Leave the list of {school}?',
    leaveText: 'You will get no more newsletters at {address}. This takes effect at once.',
    unsubscribe: 'Unsubscribe',
    leftTitle: 'You have left the list',
    leftText: '{school} no longer sends newsletters to {address}. Was that a mistake?',
    /** Includes the day of leaving. */
    leftSince: '{school} no longer sends newsletters to {address} since {date}. Was that a mistake?',
    putBack: 'Put me back on the list',
    backTitle: 'You are on the list again',
    backText: '{school} goes on sending its newsletters to {address}.',
    /** For an address that the school has deleted and may add again. */
    mayAddTitle: 'The school may add you again',
    mayAddText: '{school} has deleted your address. Please ask the school to add it to its list.',
    /** For an address that the school has deleted. */
    notOnList: 'You are not on this list',
    deletedText:
      'The entry that this link belongs to was deleted. To get the newsletters of {school}, ask the school to add you. If you get them still, please use the link in the newest one.',
    /** For an address that was unsubscribed when the school deleted it. */
    barredText:
      'You had left the list of {school}, and your address was deleted. The school cannot add it again unless you allow it.',
    letAdd: 'Let the school add me again',
  },
  cy: {
    leaveTitle: 'Gadael rhestr {school}?',
    leaveText: 'Ni fyddwch yn cael rhagor o gylchlythyrau yn {address}. Daw hyn i rym ar unwaith.',
    unsubscribe: 'Dad-danysgrifio',
    leftTitle: 'Rydych wedi gadael y rhestr',
    leftText: 'Nid yw {school} bellach yn anfon cylchlythyrau i {address}. Ai camgymeriad oedd hynny?',
    leftSince: 'Nid yw {school} yn anfon cylchlythyrau i {address} ers {date}. Ai camgymeriad oedd hynny?',
    putBack: 'Rhowch fi yn ôl ar y rhestr',
    backTitle: 'Rydych ar y rhestr eto',
    backText: 'Mae {school} yn parhau i anfon ei chylchlythyrau i {address}.',
    mayAddTitle: 'Caiff yr ysgol eich ychwanegu eto',
    mayAddText: 'Mae {school} wedi dileu eich cyfeiriad. Gofynnwch i’r ysgol ei ychwanegu at ei rhestr.',
    notOnList: 'Nid ydych ar y rhestr hon',
    deletedText:
      'Cafodd y cofnod sy’n perthyn i’r ddolen hon ei ddileu. I gael cylchlythyrau {school}, gofynnwch i’r ysgol eich ychwanegu. Os ydych yn dal i’w cael, defnyddiwch y ddolen yn yr un diweddaraf.',
    barredText:
      'Roeddech wedi gadael rhestr {school}, a chafodd eich cyfeiriad ei ddileu. Ni all yr ysgol ei ychwanegu eto oni bai eich bod yn caniatáu hynny.',
    letAdd: 'Gadewch i’r ysgol fy ychwanegu eto',
  },
  gd: {
    leaveTitle: 'Am fàg thu liosta {school}?',
    leaveText: 'Chan fhaigh thu cuairt-litrichean tuilleadh aig {address}. Bidh seo an gnìomh sa bhad.',
    unsubscribe: 'Sguir dhen fho-sgrìobhadh',
    leftTitle: 'Dh’fhàg thu an liosta',
    leftText: 'Chan eil {school} a’ cur chuairt-litrichean gu {address} tuilleadh. An e mearachd a bh’ ann?',
    leftSince:
      'Chan eil {school} a’ cur chuairt-litrichean gu {address} bho {date}. An e mearachd a bh’ ann?',
    putBack: 'Cuir air ais air an liosta mi',
    backTitle: 'Tha thu air an liosta a-rithist',
    backText: 'Cumaidh {school} oirre a’ cur nan cuairt-litrichean aice gu {address}.',
    mayAddTitle: 'Faodaidh an sgoil do chur ris a-rithist',
    mayAddText: 'Sguab {school} às an seòladh agad. Iarr air an sgoil a chur ris an liosta aca.',
    notOnList: 'Chan eil thu air an liosta seo',
    deletedText:
      'Chaidh an clàr leis a bheil an ceangal seo a sguabadh às. Gus cuairt-litrichean {school} fhaighinn, iarr air an sgoil do chur ris. Ma tha thu gam faighinn fhathast, cleachd an ceangal san tè as ùire.',
    barredText:
      'Bha thu air liosta {school} fhàgail, agus chaidh an seòladh agad a sguabadh às. Chan urrainn dhan sgoil a chur ris a-rithist mura ceadaich thu e.',
    letAdd: 'Leig leis an sgoil mo chur ris a-rithist',
  },
  ga: {
    leaveTitle: 'Liosta {school} a fhágáil?',
    leaveText: 'Ní bhfaighidh tú nuachtlitreacha ag {address} feasta. Tagann sé seo i bhfeidhm láithreach.',
    unsubscribe: 'Díliostáil',
    leftTitle: 'D’fhág tú an liosta',
    leftText: 'Ní sheolann {school} nuachtlitreacha chuig {address} a thuilleadh. Ar bhotún é sin?',
    leftSince: 'Ní sheolann {school} nuachtlitreacha chuig {address} ó {date}. Ar bhotún é sin?',
    putBack: 'Cuir ar ais ar an liosta mé',
    backTitle: 'Tá tú ar an liosta arís',
    backText: 'Leanann {school} ag seoladh a cuid nuachtlitreacha chuig {address}.',
    mayAddTitle: 'Tá cead ag an scoil tú a chur leis arís',
    mayAddText: 'Scrios {school} do sheoladh. Iarr ar an scoil é a chur lena liosta.',
    notOnList: 'Níl tú ar an liosta seo',
    deletedText:
      'Scriosadh an iontráil a bhaineann leis an nasc seo. Chun nuachtlitreacha {school} a fháil, iarr ar an scoil tú a chur leis. Má tá tú á bhfáil fós, úsáid an nasc sa cheann is nuaí.',
    barredText:
      'D’fhág tú liosta {school}, agus scriosadh do sheoladh. Ní féidir leis an scoil é a chur leis arís gan do chead.',
    letAdd: 'Lig don scoil mé a chur leis arís',
  },
  de: {
    leaveTitle: 'Die Liste von {school} verlassen?',
    leaveText: 'Sie erhalten keine Newsletter mehr an {address}. Das gilt sofort.',
    unsubscribe: 'Abmelden',
    leftTitle: 'Sie haben die Liste verlassen',
    leftText: '{school} sendet keine Newsletter mehr an {address}. War das ein Versehen?',
    leftSince: '{school} sendet seit dem {date} keine Newsletter mehr an {address}. War das ein Versehen?',
    putBack: 'Wieder auf die Liste setzen',
    backTitle: 'Sie sind wieder auf der Liste',
    backText: '{school} sendet Newsletter weiterhin an {address}.',
    mayAddTitle: 'Die Schule darf Sie wieder aufnehmen',
    mayAddText: '{school} hat Ihre Adresse gelöscht. Bitten Sie die Schule, sie in die Liste aufzunehmen.',
    notOnList: 'Sie stehen nicht auf dieser Liste',
    deletedText:
      'Der Eintrag zu diesem Link wurde gelöscht. Um die Newsletter von {school} zu erhalten, bitten Sie die Schule, Sie aufzunehmen. Wenn Sie sie noch erhalten, verwenden Sie bitte den Link im neuesten.',
    barredText:
      'Sie hatten die Liste von {school} verlassen, und Ihre Adresse wurde gelöscht. Die Schule kann sie nur mit Ihrer Erlaubnis wieder aufnehmen.',
    letAdd: 'Der Schule die Aufnahme erlauben',
  },
  es: {
    leaveTitle: '¿Salir de la lista de {school}?',
    leaveText: 'No recibirá más boletines en {address}. El cambio es inmediato.',
    unsubscribe: 'Darse de baja',
    leftTitle: 'Ha salido de la lista',
    leftText: '{school} ya no envía boletines a {address}. ¿Ha sido un error?',
    leftSince: '{school} no envía boletines a {address} desde el {date}. ¿Ha sido un error?',
    putBack: 'Volver a la lista',
    backTitle: 'Está de nuevo en la lista',
    backText: '{school} sigue enviando sus boletines a {address}.',
    mayAddTitle: 'El centro puede volver a añadirle',
    mayAddText: '{school} ha eliminado su dirección. Pida al centro que la añada a su lista.',
    notOnList: 'No está en esta lista',
    deletedText:
      'La entrada de este enlace se ha eliminado. Para recibir los boletines de {school}, pida al centro que le añada. Si todavía los recibe, use el enlace del más reciente.',
    barredText:
      'Había salido de la lista de {school} y su dirección se eliminó. El centro no puede volver a añadirla sin su permiso.',
    letAdd: 'Permitir que el centro me añada',
  },
  fr: {
    leaveTitle: 'Quitter la liste de {school} ?',
    leaveText: 'Vous ne recevrez plus de lettres à l’adresse {address}. Cela prend effet immédiatement.',
    unsubscribe: 'Se désabonner',
    leftTitle: 'Vous avez quitté la liste',
    leftText: '{school} n’envoie plus de lettres à {address}. Était-ce une erreur ?',
    leftSince: '{school} n’envoie plus de lettres à {address} depuis le {date}. Était-ce une erreur ?',
    putBack: 'Me remettre sur la liste',
    backTitle: 'Vous êtes de nouveau sur la liste',
    backText: '{school} continue d’envoyer ses lettres à {address}.',
    mayAddTitle: 'L’école peut vous ajouter de nouveau',
    mayAddText: '{school} a supprimé votre adresse. Demandez à l’école de l’ajouter à sa liste.',
    notOnList: 'Vous n’êtes pas sur cette liste',
    deletedText:
      'L’entrée liée à ce lien a été supprimée. Pour recevoir les lettres de {school}, demandez à l’école de vous ajouter. Si vous les recevez encore, utilisez le lien de la plus récente.',
    barredText:
      'Vous aviez quitté la liste de {school}, et votre adresse a été supprimée. L’école ne peut pas l’ajouter de nouveau sans votre accord.',
    letAdd: 'Autoriser l’école à m’ajouter',
  },
  it: {
    leaveTitle: 'Lasciare la lista di {school}?',
    leaveText: 'Non riceverà più newsletter all’indirizzo {address}. Ha effetto subito.',
    unsubscribe: 'Annulla l’iscrizione',
    leftTitle: 'Ha lasciato la lista',
    leftText: '{school} non invia più newsletter a {address}. È stato un errore?',
    leftSince: '{school} non invia newsletter a {address} dal {date}. È stato un errore?',
    putBack: 'Rimettimi nella lista',
    backTitle: 'È di nuovo nella lista',
    backText: '{school} continua a inviare le sue newsletter a {address}.',
    mayAddTitle: 'La scuola può aggiungerla di nuovo',
    mayAddText: '{school} ha eliminato il suo indirizzo. Chieda alla scuola di aggiungerlo alla lista.',
    notOnList: 'Non è in questa lista',
    deletedText:
      'La voce di questo link è stata eliminata. Per ricevere le newsletter di {school}, chieda alla scuola di aggiungerla. Se le riceve ancora, usi il link della più recente.',
    barredText:
      'Aveva lasciato la lista di {school} e il suo indirizzo è stato eliminato. La scuola non può aggiungerlo di nuovo senza il suo permesso.',
    letAdd: 'Permetti alla scuola di aggiungermi',
  },
  nl: {
    leaveTitle: 'De lijst van {school} verlaten?',
    leaveText: 'U krijgt geen nieuwsbrieven meer op {address}. Dit gaat meteen in.',
    unsubscribe: 'Afmelden',
    leftTitle: 'U hebt de lijst verlaten',
    leftText: '{school} stuurt geen nieuwsbrieven meer naar {address}. Was dat een vergissing?',
    leftSince: '{school} stuurt sinds {date} geen nieuwsbrieven meer naar {address}. Was dat een vergissing?',
    putBack: 'Zet mij terug op de lijst',
    backTitle: 'U staat weer op de lijst',
    backText: '{school} blijft nieuwsbrieven sturen naar {address}.',
    mayAddTitle: 'De school mag u weer toevoegen',
    mayAddText: '{school} heeft uw adres verwijderd. Vraag de school om het aan de lijst toe te voegen.',
    notOnList: 'U staat niet op deze lijst',
    deletedText:
      'De vermelding bij deze link is verwijderd. Vraag de school u toe te voegen om de nieuwsbrieven van {school} te krijgen. Krijgt u ze nog, gebruik dan de link in de nieuwste.',
    barredText:
      'U had de lijst van {school} verlaten en uw adres is verwijderd. De school kan het niet opnieuw toevoegen zonder uw toestemming.',
    letAdd: 'Laat de school mij weer toevoegen',
  },
  pl: {
    leaveTitle: 'Wypisać się z listy: {school}?',
    leaveText: 'Na adres {address} nie będą już przychodzić biuletyny. Zmiana działa od razu.',
    unsubscribe: 'Wypisz się',
    leftTitle: 'Adres został wypisany z listy',
    leftText: '{school} nie wysyła już biuletynów na adres {address}. Czy to pomyłka?',
    leftSince: '{school} nie wysyła biuletynów na adres {address} od {date}. Czy to pomyłka?',
    putBack: 'Przywróć mnie na listę',
    backTitle: 'Adres jest znów na liście',
    backText: '{school} nadal wysyła biuletyny na adres {address}.',
    mayAddTitle: 'Szkoła może dodać Państwa ponownie',
    mayAddText: '{school} usunęła ten adres. Prosimy poprosić szkołę o dodanie go do listy.',
    notOnList: 'Tego adresu nie ma na liście',
    deletedText:
      'Wpis, do którego należy ten link, został usunięty. Aby otrzymywać biuletyny ({school}), prosimy poprosić szkołę o dodanie adresu. Jeśli nadal przychodzą, prosimy użyć linku w najnowszym.',
    barredText:
      'Adres był wypisany z listy ({school}), a potem został usunięty. Szkoła nie może go dodać bez Państwa zgody.',
    letAdd: 'Pozwól szkole dodać mnie ponownie',
  },
  pt: {
    leaveTitle: 'Sair da lista de {school}?',
    leaveText: 'Não receberá mais boletins em {address}. Tem efeito imediato.',
    unsubscribe: 'Cancelar a subscrição',
    leftTitle: 'Saiu da lista',
    leftText: '{school} já não envia boletins para {address}. Foi engano?',
    leftSince: '{school} não envia boletins para {address} desde {date}. Foi engano?',
    putBack: 'Voltar à lista',
    backTitle: 'Está de novo na lista',
    backText: '{school} continua a enviar os seus boletins para {address}.',
    mayAddTitle: 'A escola pode voltar a adicioná-lo',
    mayAddText: '{school} eliminou o seu endereço. Peça à escola que o adicione à lista.',
    notOnList: 'Não está nesta lista',
    deletedText:
      'A entrada desta ligação foi eliminada. Para receber os boletins de {school}, peça à escola que o adicione. Se ainda os recebe, use a ligação do mais recente.',
    barredText:
      'Tinha saído da lista de {school} e o seu endereço foi eliminado. A escola não pode voltar a adicioná-lo sem a sua autorização.',
    letAdd: 'Permitir que a escola me adicione',
  },
  ar: {
    leaveTitle: 'مغادرة قائمة {school}؟',
    leaveText: 'لن تصلكم نشرات أخرى على {address}. يسري ذلك فورًا.',
    unsubscribe: 'إلغاء الاشتراك',
    leftTitle: 'غادرتم القائمة',
    leftText: 'لم تعد {school} ترسل نشراتها إلى {address}. هل كان ذلك خطأ؟',
    leftSince: 'لم تعد {school} ترسل نشراتها إلى {address} منذ {date}. هل كان ذلك خطأ؟',
    putBack: 'إعادتي إلى القائمة',
    backTitle: 'عدتم إلى القائمة',
    backText: 'تواصل {school} إرسال نشراتها إلى {address}.',
    mayAddTitle: 'يمكن للمدرسة أن تضيفكم من جديد',
    mayAddText: 'حذفت {school} عنوانكم. نرجو أن تطلبوا من المدرسة إضافته إلى قائمتها.',
    notOnList: 'لستم على هذه القائمة',
    deletedText:
      'حُذف القيد الذي يخصه هذا الرابط. لتصلكم نشرات {school} اطلبوا من المدرسة إضافتكم. وإن كانت تصلكم حتى الآن، فاستخدموا الرابط الموجود في أحدثها.',
    barredText:
      'كنتم قد غادرتم قائمة {school}، ثم حُذف عنوانكم. لا يمكن للمدرسة أن تضيفه من جديد إلا بموافقتكم.',
    letAdd: 'السماح للمدرسة بإضافتي من جديد',
  },
});
