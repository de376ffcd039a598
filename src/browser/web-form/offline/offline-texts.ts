const ENGLISH = {
  ready: 'This form works without a network in this browser.',
  notReady: 'Keep this page open until the form is stored for use without a network.',
  unsupported: 'This browser cannot open the form without a network. Keep this page open while you work.',
  noNetwork: 'No network. Finished submissions wait here and are sent later.',
  filledInAs: 'Filled in as {name}',
  draftSaved: 'Draft saved at {time}',
  resumed: 'You are continuing an unfinished draft.',
  newVersion: 'A newer version of the form is ready. The next submission uses it.',
  signIn: 'You are not signed in. You can go on; submissions wait until you sign in again.',
  signInLink: 'Sign in',
  closed: 'The service does not offer this form to you any more. Submissions may be refused.',
  storageFull:
    'The storage of this browser is full, and the answers are not saved. Keep this page open. Free some space or delete drafts, then try again.',
  storageRefused:
    'This browser does not store the answers. Keep this page open, and send them while there is a network.',
  queued: 'The submission is stored in this browser and will be sent.',
  sent: 'Sent. Thank you!',
  draftName: 'Name of the draft',
  putAside: 'Put aside as a draft',
  putAsideDone: 'The draft is put aside.',
  drafts: 'Drafts ({count})',
  untitled: 'Draft of {time}',
  openDraft: 'Continue',
  draftElsewhere: 'This draft is open in another tab.',
  deleteDraft: 'Delete',
  confirmDeleteDraft: 'Delete the draft “{name}”? Its answers are lost.',
  queue: 'Not sent yet ({count})',
  sendAll: 'Send now',
  waiting: 'Waits to be sent.',
  unreachable: 'The service cannot be reached. It is tried again.',
  busy: 'The service cannot take it now ({status}). It is tried again. {message}',
  awaitsSignIn: 'Sign in again as {name} to send it.',
  refused: 'The service refused it ({status}): {message}',
  retry: 'Try again',
  download: 'Download',
  deleteSubmission: 'Delete',
  confirmDeleteSubmission: 'Delete the submission “{name}”? It was not sent, and its answers are lost.',
};

/** Texts of pages that work offline; `{…}` is replaced. */
export type OfflineTexts = Readonly<Record<keyof typeof ENGLISH, string>>;

const FRENCH: OfflineTexts = {
  ready: 'Ce formulaire fonctionne sans réseau dans ce navigateur.',
  notReady: 'Gardez cette page ouverte jusqu’à ce que le formulaire soit enregistré pour servir sans réseau.',
  unsupported:
    'Ce navigateur ne peut pas ouvrir le formulaire sans réseau. Gardez cette page ouverte pendant votre travail.',
  noNetwork: 'Pas de réseau. Les soumissions terminées attendent ici et seront envoyées plus tard.',
  filledInAs: 'Rempli par {name}',
  draftSaved: 'Brouillon enregistré à {time}',
  resumed: 'Vous continuez un brouillon inachevé.',
  newVersion: 'Une version plus récente du formulaire est prête. La prochaine soumission l’utilisera.',
  signIn:
    'Vous n’êtes pas connecté. Vous pouvez continuer ; les soumissions attendent que vous vous reconnectiez.',
  signInLink: 'Se connecter',
  closed: 'Le service ne vous propose plus ce formulaire. Les soumissions peuvent être refusées.',
  storageFull:
    'Le stockage de ce navigateur est plein et les réponses ne sont pas enregistrées. Gardez cette page ouverte. Libérez de la place ou supprimez des brouillons, puis réessayez.',
  storageRefused:
    'Ce navigateur n’enregistre pas les réponses. Gardez cette page ouverte et envoyez-les tant qu’il y a du réseau.',
  queued: 'La soumission est enregistrée dans ce navigateur et sera envoyée.',
  sent: 'Envoyé. Merci !',
  draftName: 'Nom du brouillon',
  putAside: 'Mettre de côté comme brouillon',
  putAsideDone: 'Le brouillon est mis de côté.',
  drafts: 'Brouillons ({count})',
  untitled: 'Brouillon du {time}',
  openDraft: 'Continuer',
  draftElsewhere: 'Ce brouillon est ouvert dans un autre onglet.',
  deleteDraft: 'Supprimer',
  confirmDeleteDraft: 'Supprimer le brouillon « {name} » ? Ses réponses seront perdues.',
  queue: 'Pas encore envoyées ({count})',
  sendAll: 'Envoyer maintenant',
  waiting: 'En attente d’envoi.',
  unreachable: 'Le service est injoignable. Nouvel essai plus tard.',
  busy: 'Le service ne peut pas la prendre maintenant ({status}). Nouvel essai plus tard. {message}',
  awaitsSignIn: 'Reconnectez-vous comme {name} pour l’envoyer.',
  refused: 'Le service l’a refusée ({status}) : {message}',
  retry: 'Réessayer',
  download: 'Télécharger',
  deleteSubmission: 'Supprimer',
  confirmDeleteSubmission:
    'Supprimer la soumission « {name} » ? Elle n’a pas été envoyée et ses réponses seront perdues.',
};

const SPANISH: OfflineTexts = {
  ready: 'Este formulario funciona sin red en este navegador.',
  notReady: 'Mantenga abierta esta página hasta que el formulario esté guardado para usarse sin red.',
  unsupported:
    'Este navegador no puede abrir el formulario sin red. Mantenga abierta esta página mientras trabaja.',
  noNetwork: 'Sin red. Los envíos terminados esperan aquí y se enviarán más tarde.',
  filledInAs: 'Rellenado por {name}',
  draftSaved: 'Borrador guardado a las {time}',
  resumed: 'Está continuando un borrador sin terminar.',
  newVersion: 'Hay una versión más nueva del formulario. El próximo envío la usará.',
  signIn: 'No ha iniciado sesión. Puede seguir; los envíos esperan hasta que vuelva a iniciarla.',
  signInLink: 'Iniciar sesión',
  closed: 'El servicio ya no le ofrece este formulario. Los envíos pueden ser rechazados.',
  storageFull:
    'El almacenamiento de este navegador está lleno y las respuestas no están guardadas. Mantenga abierta esta página. Libere espacio o elimine borradores e inténtelo otra vez.',
  storageRefused:
    'Este navegador no guarda las respuestas. Mantenga abierta esta página y envíelas mientras haya red.',
  queued: 'El envío está guardado en este navegador y se enviará.',
  sent: 'Enviado. ¡Gracias!',
  draftName: 'Nombre del borrador',
  putAside: 'Apartar como borrador',
  putAsideDone: 'El borrador está apartado.',
  drafts: 'Borradores ({count})',
  untitled: 'Borrador de {time}',
  openDraft: 'Continuar',
  draftElsewhere: 'Este borrador está abierto en otra pestaña.',
  deleteDraft: 'Eliminar',
  confirmDeleteDraft: '¿Eliminar el borrador «{name}»? Se perderán sus respuestas.',
  queue: 'Aún sin enviar ({count})',
  sendAll: 'Enviar ahora',
  waiting: 'Espera para enviarse.',
  unreachable: 'No se puede acceder al servicio. Se intentará de nuevo.',
  busy: 'El servicio no puede recibirlo ahora ({status}). Se intentará de nuevo. {message}',
  awaitsSignIn: 'Inicie sesión otra vez como {name} para enviarlo.',
  refused: 'El servicio lo rechazó ({status}): {message}',
  retry: 'Reintentar',
  download: 'Descargar',
  deleteSubmission: 'Eliminar',
  confirmDeleteSubmission: '¿Eliminar el envío «{name}»? No se envió y se perderán sus respuestas.',
};

const PORTUGUESE: OfflineTexts = {
  ready: 'Este formulário funciona sem rede neste navegador.',
  notReady: 'Mantenha esta página aberta até que o formulário esteja guardado para uso sem rede.',
  unsupported:
    'Este navegador não consegue abrir o formulário sem rede. Mantenha esta página aberta enquanto trabalha.',
  noNetwork: 'Sem rede. Os envios concluídos esperam aqui e serão enviados mais tarde.',
  filledInAs: 'Preenchido por {name}',
  draftSaved: 'Rascunho salvo às {time}',
  resumed: 'Você está continuando um rascunho inacabado.',
  newVersion: 'Há uma versão mais nova do formulário. O próximo envio a usará.',
  signIn: 'Você não entrou na sua conta. Pode continuar; os envios esperam até que entre novamente.',
  signInLink: 'Entrar',
  closed: 'O serviço não lhe oferece mais este formulário. Os envios podem ser recusados.',
  storageFull:
    'O armazenamento deste navegador está cheio e as respostas não foram salvas. Mantenha esta página aberta. Libere espaço ou exclua rascunhos e tente novamente.',
  storageRefused:
    'Este navegador não guarda as respostas. Mantenha esta página aberta e envie-as enquanto houver rede.',
  queued: 'O envio está guardado neste navegador e será enviado.',
  sent: 'Enviado. Obrigado!',
  draftName: 'Nome do rascunho',
  putAside: 'Guardar como rascunho',
  putAsideDone: 'O rascunho foi guardado.',
  drafts: 'Rascunhos ({count})',
  untitled: 'Rascunho de {time}',
  openDraft: 'Continuar',
  draftElsewhere: 'Este rascunho está aberto em outra aba.',
  deleteDraft: 'Excluir',
  confirmDeleteDraft: 'Excluir o rascunho “{name}”? As respostas serão perdidas.',
  queue: 'Ainda não enviados ({count})',
  sendAll: 'Enviar agora',
  waiting: 'Espera para ser enviado.',
  unreachable: 'Não é possível contatar o serviço. Haverá nova tentativa.',
  busy: 'O serviço não pode recebê-lo agora ({status}). Haverá nova tentativa. {message}',
  awaitsSignIn: 'Entre novamente como {name} para enviá-lo.',
  refused: 'O serviço o recusou ({status}): {message}',
  retry: 'Tentar novamente',
  download: 'Baixar',
  deleteSubmission: 'Excluir',
  confirmDeleteSubmission: 'Excluir o envio “{name}”? Ele não foi enviado e as respostas serão perdidas.',
};

const ARABIC: OfflineTexts = {
  ready: 'تعمل هذه الاستمارة من دون شبكة في هذا المتصفح.',
  notReady: 'أبقِ هذه الصفحة مفتوحة حتى تُحفظ الاستمارة للعمل من دون شبكة.',
  unsupported: 'لا يستطيع هذا المتصفح فتح الاستمارة من دون شبكة. أبقِ هذه الصفحة مفتوحة أثناء عملك.',
  noNetwork: 'لا توجد شبكة. تنتظر الإرسالات المكتملة هنا وتُرسل لاحقًا.',
  filledInAs: 'يملؤها {name}',
  draftSaved: 'حُفظت المسودة الساعة {time}',
  resumed: 'أنت تكمل مسودة غير مكتملة.',
  newVersion: 'توجد نسخة أحدث من الاستمارة. سيستخدمها الإرسال التالي.',
  signIn: 'لم تسجّل الدخول. يمكنك المتابعة؛ تنتظر الإرسالات حتى تسجّل الدخول مرة أخرى.',
  signInLink: 'تسجيل الدخول',
  closed: 'لم تعد الخدمة تتيح لك هذه الاستمارة. قد تُرفض الإرسالات.',
  storageFull:
    'امتلأت مساحة التخزين في هذا المتصفح ولم تُحفظ الإجابات. أبقِ هذه الصفحة مفتوحة. أفرغ بعض المساحة أو احذف مسودات ثم أعد المحاولة.',
  storageRefused: 'لا يحفظ هذا المتصفح الإجابات. أبقِ هذه الصفحة مفتوحة وأرسلها ما دامت الشبكة متاحة.',
  queued: 'حُفظ الإرسال في هذا المتصفح وسيُرسل.',
  sent: 'تم الإرسال. شكرًا لك!',
  draftName: 'اسم المسودة',
  putAside: 'احفظها جانبًا كمسودة',
  putAsideDone: 'حُفظت المسودة جانبًا.',
  drafts: 'المسودات ({count})',
  untitled: 'مسودة {time}',
  openDraft: 'متابعة',
  draftElsewhere: 'هذه المسودة مفتوحة في علامة تبويب أخرى.',
  deleteDraft: 'حذف',
  confirmDeleteDraft: 'هل تريد حذف المسودة «{name}»؟ ستفقد إجاباتها.',
  queue: 'لم تُرسل بعد ({count})',
  sendAll: 'أرسل الآن',
  waiting: 'ينتظر الإرسال.',
  unreachable: 'لا يمكن الوصول إلى الخدمة. ستُعاد المحاولة.',
  busy: 'لا تستطيع الخدمة استلامه الآن ({status}). ستُعاد المحاولة. {message}',
  awaitsSignIn: 'سجّل الدخول مرة أخرى باسم {name} لإرساله.',
  refused: 'رفضته الخدمة ({status}): {message}',
  retry: 'أعد المحاولة',
  download: 'تنزيل',
  deleteSubmission: 'حذف',
  confirmDeleteSubmission: 'هل تريد حذف الإرسال «{name}»؟ لم يُرسل وستفقد إجاباته.',
};

/** By language. */
export const OFFLINE_TEXTS = { en: ENGLISH, fr: FRENCH, es: SPANISH, pt: PORTUGUESE, ar: ARABIC } as const;

export function offlineTexts(code: keyof typeof OFFLINE_TEXTS): OfflineTexts {
  return OFFLINE_TEXTS[code];
}

/** Replaces `{name}` in a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')).trim();
}
