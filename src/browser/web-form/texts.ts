import { ANSWER_TEXTS, type AnswerTexts } from './answer-texts';

const ENGLISH = {
  loading: 'Loading the form…',
  notLoaded: 'The form could not be loaded.',
  reload: 'Try again',
  sending: 'Sending…',
  sent: 'Sent. Thank you!',
  edited: 'The changes are saved.',
  sentTitle: 'Thank you!',
  alreadySent: 'This form was already filled in with this browser.',
  notSent: 'Your answers were not sent.',
  noNetwork: 'The service cannot be reached. Keep this page open and press Send again.',
  signIn:
    'You are no longer signed in. Sign in: your answers are kept in this browser and come back with the form.',
  signInElsewhere: 'You are no longer signed in. Sign in on another page, then press Send again.',
  signInLink: 'Sign in',
  backToForm: 'Back to the form',
  again: 'Fill in again',
  untouched: 'You have not answered anything yet. Send the form anyway?',
  unchanged: 'You have not changed anything. Send it anyway?',
  sendAnyway: 'Send anyway',
  restored: 'These are your answers from before you signed in. They are not sent yet.',
  discard: 'Discard these answers',
  refused: 'The service refused them:',
  notOpen: 'This address takes no submissions any more. Ask the person who gave it to you for another one.',
  unavailable: 'This form cannot be opened here',
  closedForm:
    'The form is closed, or the address is not valid any more. Ask the person who gave it to you for another one.',
  encryptedForm:
    'The form is encrypted, which browsers cannot do. Fill it in with the app ODK Collect or KoboCollect.',
  encryptedSubmission:
    'The submission is encrypted and can be neither shown nor changed here. Download it and decrypt it with the private key of the form.',
  preview: 'Preview: nothing is sent.',
  previewDone: 'All answers are valid. A preview is not sent.',
  back: 'Back to the project',
  viewing: 'You are viewing a submission. It cannot be changed here.',
  editing: 'You are editing a submission.',
  changedMeanwhile: '{who} changed this submission at {time} while you were editing.',
  somebody: 'Somebody without an account',
  deletedMeanwhile: 'This submission was deleted while you were editing.',
  answersStay: 'Your answers were not sent; they are still on this page.',
  arrivedBefore:
    'Your answers arrived already, before you changed them. What you changed since then is not stored; it is still on this page.',
  openNewer: 'Open the newer one',
  downloadAnswers: 'Download your answers',
  remove: 'Remove',
  moveUp: 'Move up',
  moveDown: 'Move down',
  more: 'More',
  // Two numbers follow.
  answered: 'Answered questions:',
  nextPage: 'Next',
  previousPage: 'Back',
  pageOf: 'Page {page} of {pages}',
  // The names follow.
  missingFiles: 'Files of this form that could not be loaded:',
};

/** Texts of the page around the form; the form itself has its own languages. */
export type Texts = Readonly<Record<keyof typeof ENGLISH, string>>;

const FRENCH: Texts = {
  loading: 'Chargement du formulaire…',
  notLoaded: "Le formulaire n'a pas pu être chargé.",
  reload: 'Réessayer',
  sending: 'Envoi en cours…',
  sent: 'Envoyé. Merci !',
  edited: 'Les modifications sont enregistrées.',
  sentTitle: 'Merci !',
  alreadySent: 'Ce formulaire a déjà été rempli avec ce navigateur.',
  notSent: "Vos réponses n'ont pas été envoyées.",
  noNetwork: 'Le service est injoignable. Gardez cette page ouverte et appuyez de nouveau sur Envoyer.',
  signIn:
    'Vous n’êtes plus connecté. Connectez-vous : vos réponses sont conservées dans ce navigateur et reviennent avec le formulaire.',
  signInElsewhere:
    "Vous n'êtes plus connecté. Connectez-vous dans une autre page, puis appuyez de nouveau sur Envoyer.",
  signInLink: 'Se connecter',
  backToForm: 'Retour au formulaire',
  again: 'Remplir à nouveau',
  untouched: 'Vous n’avez encore rien répondu. Envoyer quand même le formulaire ?',
  unchanged: 'Vous n’avez rien modifié. Envoyer quand même ?',
  sendAnyway: 'Envoyer quand même',
  restored: 'Voici vos réponses d’avant la connexion. Elles ne sont pas encore envoyées.',
  discard: 'Abandonner ces réponses',
  refused: 'Le service les a refusées :',
  notOpen:
    'Cette adresse ne reçoit plus de soumissions. Demandez-en une autre à la personne qui vous l’a donnée.',
  unavailable: 'Ce formulaire ne peut pas être ouvert ici',
  closedForm:
    'Le formulaire est fermé, ou l’adresse n’est plus valable. Demandez-en une autre à la personne qui vous l’a donnée.',
  encryptedForm:
    'Le formulaire est chiffré, ce que les navigateurs ne savent pas faire. Remplissez-le avec l’application ODK Collect ou KoboCollect.',
  encryptedSubmission:
    'La soumission est chiffrée et ne peut être ni affichée ni modifiée ici. Téléchargez-la et déchiffrez-la avec la clé privée du formulaire.',
  preview: "Aperçu : rien n'est envoyé.",
  previewDone: "Toutes les réponses sont valides. Un aperçu n'est pas envoyé.",
  back: 'Retour au projet',
  viewing: 'Vous consultez une soumission. Elle ne peut pas être modifiée ici.',
  editing: 'Vous modifiez une soumission.',
  changedMeanwhile: '{who} a modifié cette soumission à {time} pendant que vous la modifiiez.',
  somebody: 'Une personne sans compte',
  deletedMeanwhile: 'Cette soumission a été supprimée pendant que vous la modifiiez.',
  answersStay: "Vos réponses n'ont pas été envoyées ; elles sont toujours sur cette page.",
  arrivedBefore:
    'Vos réponses sont déjà arrivées, avant que vous les modifiiez. Ce que vous avez changé depuis n’est pas enregistré ; cela reste sur cette page.',
  openNewer: 'Ouvrir la plus récente',
  downloadAnswers: 'Télécharger vos réponses',
  remove: 'Supprimer',
  moveUp: 'Monter',
  moveDown: 'Descendre',
  more: 'Plus',
  answered: 'Questions répondues :',
  nextPage: 'Suivant',
  previousPage: 'Précédent',
  pageOf: 'Page {page} sur {pages}',
  missingFiles: 'Fichiers de ce formulaire qui n’ont pas pu être chargés :',
};

const SPANISH: Texts = {
  loading: 'Cargando el formulario…',
  notLoaded: 'No se pudo cargar el formulario.',
  reload: 'Reintentar',
  sending: 'Enviando…',
  sent: 'Enviado. ¡Gracias!',
  edited: 'Los cambios están guardados.',
  sentTitle: '¡Gracias!',
  alreadySent: 'Este formulario ya se rellenó con este navegador.',
  notSent: 'Sus respuestas no se enviaron.',
  noNetwork: 'No se puede acceder al servicio. Mantenga abierta esta página y pulse Enviar otra vez.',
  signIn:
    'Su sesión terminó. Inicie sesión: sus respuestas se conservan en este navegador y vuelven con el formulario.',
  signInElsewhere: 'Su sesión terminó. Inicie sesión en otra página y pulse Enviar otra vez.',
  signInLink: 'Iniciar sesión',
  backToForm: 'Volver al formulario',
  again: 'Rellenar otra vez',
  untouched: 'Aún no ha respondido nada. ¿Enviar el formulario de todos modos?',
  unchanged: 'No ha cambiado nada. ¿Enviarlo de todos modos?',
  sendAnyway: 'Enviar de todos modos',
  restored: 'Estas son sus respuestas de antes de iniciar sesión. Aún no se han enviado.',
  discard: 'Descartar estas respuestas',
  refused: 'El servicio las rechazó:',
  notOpen: 'Esta dirección ya no recibe envíos. Pida otra a la persona que se la dio.',
  unavailable: 'Este formulario no se puede abrir aquí',
  closedForm:
    'El formulario está cerrado o la dirección ya no es válida. Pida otra a la persona que se la dio.',
  encryptedForm:
    'El formulario está cifrado, y los navegadores no pueden cifrar. Rellénelo con la aplicación ODK Collect o KoboCollect.',
  encryptedSubmission:
    'El envío está cifrado y aquí no se puede mostrar ni cambiar. Descárguelo y descífrelo con la clave privada del formulario.',
  preview: 'Vista previa: no se envía nada.',
  previewDone: 'Todas las respuestas son válidas. Una vista previa no se envía.',
  back: 'Volver al proyecto',
  viewing: 'Está viendo un envío. Aquí no se puede cambiar.',
  editing: 'Está editando un envío.',
  changedMeanwhile: '{who} cambió este envío a las {time} mientras usted lo editaba.',
  somebody: 'Una persona sin cuenta',
  deletedMeanwhile: 'Este envío se eliminó mientras usted lo editaba.',
  answersStay: 'Sus respuestas no se enviaron; siguen en esta página.',
  arrivedBefore:
    'Sus respuestas ya llegaron, antes de que las cambiara. Lo que cambió desde entonces no está guardado; sigue en esta página.',
  openNewer: 'Abrir la versión más reciente',
  downloadAnswers: 'Descargar sus respuestas',
  remove: 'Quitar',
  moveUp: 'Subir',
  moveDown: 'Bajar',
  more: 'Más',
  answered: 'Preguntas respondidas:',
  nextPage: 'Siguiente',
  previousPage: 'Anterior',
  pageOf: 'Página {page} de {pages}',
  missingFiles: 'Archivos de este formulario que no se pudieron cargar:',
};

const PORTUGUESE: Texts = {
  loading: 'Carregando o formulário…',
  notLoaded: 'Não foi possível carregar o formulário.',
  reload: 'Tentar novamente',
  sending: 'Enviando…',
  sent: 'Enviado. Obrigado!',
  edited: 'As alterações foram salvas.',
  sentTitle: 'Obrigado!',
  alreadySent: 'Este formulário já foi preenchido com este navegador.',
  notSent: 'Suas respostas não foram enviadas.',
  noNetwork: 'Não é possível contatar o serviço. Mantenha esta página aberta e pressione Enviar outra vez.',
  signIn:
    'Sua sessão terminou. Entre: suas respostas ficam guardadas neste navegador e voltam com o formulário.',
  signInElsewhere: 'Sua sessão terminou. Entre em outra página e pressione Enviar outra vez.',
  signInLink: 'Entrar',
  backToForm: 'Voltar ao formulário',
  again: 'Preencher outra vez',
  untouched: 'Você ainda não respondeu nada. Enviar o formulário mesmo assim?',
  unchanged: 'Você não alterou nada. Enviar mesmo assim?',
  sendAnyway: 'Enviar mesmo assim',
  restored: 'Estas são suas respostas de antes de entrar. Elas ainda não foram enviadas.',
  discard: 'Descartar estas respostas',
  refused: 'O serviço as recusou:',
  notOpen: 'Este endereço não recebe mais envios. Peça outro à pessoa que o deu a você.',
  unavailable: 'Este formulário não pode ser aberto aqui',
  closedForm:
    'O formulário está fechado ou o endereço não é mais válido. Peça outro à pessoa que o deu a você.',
  encryptedForm:
    'O formulário é criptografado, o que navegadores não fazem. Preencha-o com o aplicativo ODK Collect ou KoboCollect.',
  encryptedSubmission:
    'O envio é criptografado e não pode ser mostrado nem alterado aqui. Baixe-o e descriptografe-o com a chave privada do formulário.',
  preview: 'Pré-visualização: nada é enviado.',
  previewDone: 'Todas as respostas são válidas. Uma pré-visualização não é enviada.',
  back: 'Voltar ao projeto',
  viewing: 'Você está vendo um envio. Ele não pode ser alterado aqui.',
  editing: 'Você está editando um envio.',
  changedMeanwhile: '{who} alterou este envio às {time} enquanto você o editava.',
  somebody: 'Uma pessoa sem conta',
  deletedMeanwhile: 'Este envio foi excluído enquanto você o editava.',
  answersStay: 'Suas respostas não foram enviadas; elas continuam nesta página.',
  arrivedBefore:
    'Suas respostas já chegaram, antes de você alterá-las. O que você alterou desde então não está salvo; continua nesta página.',
  openNewer: 'Abrir o mais recente',
  downloadAnswers: 'Baixar suas respostas',
  remove: 'Remover',
  moveUp: 'Mover para cima',
  moveDown: 'Mover para baixo',
  more: 'Mais',
  answered: 'Perguntas respondidas:',
  nextPage: 'Próxima',
  previousPage: 'Anterior',
  pageOf: 'Página {page} de {pages}',
  missingFiles: 'Arquivos deste formulário que não puderam ser carregados:',
};

const ARABIC: Texts = {
  loading: 'جارٍ تحميل الاستمارة…',
  notLoaded: 'تعذّر تحميل الاستمارة.',
  reload: 'أعد المحاولة',
  sending: 'جارٍ الإرسال…',
  sent: 'تم الإرسال. شكرًا لك!',
  edited: 'تم حفظ التغييرات.',
  sentTitle: 'شكرًا لك!',
  alreadySent: 'سبق ملء هذه الاستمارة من هذا المتصفح.',
  notSent: 'لم تُرسل إجاباتك.',
  noNetwork: 'لا يمكن الوصول إلى الخدمة. أبقِ هذه الصفحة مفتوحة واضغط «إرسال» مرة أخرى.',
  signIn: 'انتهت جلستك. سجّل الدخول: إجاباتك محفوظة في هذا المتصفح وتعود مع الاستمارة.',
  signInElsewhere: 'انتهت جلستك. سجّل الدخول في صفحة أخرى ثم اضغط «إرسال» مرة أخرى.',
  signInLink: 'تسجيل الدخول',
  backToForm: 'العودة إلى الاستمارة',
  again: 'املأ مرة أخرى',
  untouched: 'لم تجب عن أي شيء بعد. هل ترسل الاستمارة مع ذلك؟',
  unchanged: 'لم تغيّر شيئًا. هل ترسلها مع ذلك؟',
  sendAnyway: 'أرسل مع ذلك',
  restored: 'هذه إجاباتك من قبل تسجيل الدخول. لم تُرسل بعد.',
  discard: 'تجاهل هذه الإجابات',
  refused: 'رفضتها الخدمة:',
  notOpen: 'لم يعد هذا العنوان يستقبل الإرسالات. اطلب عنوانًا آخر ممن أعطاك إياه.',
  unavailable: 'لا يمكن فتح هذه الاستمارة هنا',
  closedForm: 'الاستمارة مغلقة أو لم يعد العنوان صالحًا. اطلب عنوانًا آخر ممن أعطاك إياه.',
  encryptedForm:
    'هذه الاستمارة مشفّرة، ولا تستطيع المتصفحات التشفير. املأها بتطبيق ODK Collect أو KoboCollect.',
  encryptedSubmission:
    'هذا الإرسال مشفّر ولا يمكن عرضه أو تغييره هنا. نزّله وفك تشفيره بالمفتاح الخاص بالاستمارة.',
  preview: 'معاينة: لا يُرسل شيء.',
  previewDone: 'كل الإجابات صحيحة. المعاينة لا تُرسل.',
  back: 'العودة إلى المشروع',
  viewing: 'أنت تعرض إرسالًا. لا يمكن تغييره هنا.',
  editing: 'أنت تعدّل إرسالًا.',
  changedMeanwhile: 'غيّر {who} هذا الإرسال عند {time} بينما كنت تعدّله.',
  somebody: 'شخص بلا حساب',
  deletedMeanwhile: 'حُذف هذا الإرسال بينما كنت تعدّله.',
  answersStay: 'لم تُرسل إجاباتك، وهي ما زالت في هذه الصفحة.',
  arrivedBefore: 'وصلت إجاباتك قبل أن تغيّرها. ما غيّرته بعد ذلك لم يُحفظ، وهو ما زال في هذه الصفحة.',
  openNewer: 'افتح الأحدث',
  downloadAnswers: 'نزّل إجاباتك',
  remove: 'إزالة',
  moveUp: 'إلى الأعلى',
  moveDown: 'إلى الأسفل',
  more: 'المزيد',
  answered: 'الأسئلة المجاب عنها:',
  nextPage: 'التالي',
  previousPage: 'السابق',
  pageOf: 'الصفحة {page} من {pages}',
  missingFiles: 'ملفات هذه الاستمارة التي تعذّر تحميلها:',
};

/** By language. */
export const TEXTS = { en: ENGLISH, fr: FRENCH, es: SPANISH, pt: PORTUGUESE, ar: ARABIC } as const;

export interface PageLanguage {
  readonly code: keyof typeof TEXTS;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Texts;
  readonly answers: AnswerTexts;
}

/** @param preferred languages of the browser, such as `fr-CA` */
export function pageLanguage(preferred: readonly string[]): PageLanguage {
  const codes = preferred.map((tag) => tag.split('-')[0]!.toLowerCase());
  const code = codes.find((each): each is keyof typeof TEXTS => each in TEXTS) ?? 'en';
  return { code, direction: code === 'ar' ? 'rtl' : 'ltr', texts: TEXTS[code], answers: ANSWER_TEXTS[code] };
}
