const ENGLISH = {
  drawHere: 'Draw here with a finger, a pen or the mouse',
  drawn: 'Drawn image',
  undo: 'Undo',
  clear: 'Clear',
  colour: 'Colour',
  noAnswer: 'No answer',
  pictureToDrawOn: 'Picture to draw on',
  pictureInstead: 'Or choose a picture instead',
  notPicture: 'This picture can’t be drawn on here. Choose a JPEG or PNG picture.',
  // Letters of day, month and year in patterns.
  dateLetters: 'DMY',
  notDate: 'This is no date. Write it like {example}, or like 2026-12-31.',
  notMonth: 'This is no month of a year. Write it like {example}, or like 2026-12.',
  notYear: 'This is no year. Write it with four digits, like {example}.',
  notTime: 'This is no time. Write it like {example}.',
  notDateTime: 'This is no date with a time. Write it like {example}, or like 2026-12-31 14:30.',
  notNumber: 'This is no number, or one of two. Write it like {example}, without separators of thousands.',
  notWhole: 'This is no whole number. Write it with digits only, like {example}.',
  tooLong: 'The number is too long: {count} digits at most.',
  chooseDate: 'Choose the date',
  chooseTime: 'Choose the time',
  otherCalendar:
    'This question is about a date of another calendar ({calendar}). Write the date of the Gregorian calendar here.',
  fileTooLarge:
    'The file {name} is larger than {count} MB and cannot be sent. Choose a smaller one or remove it.',
  unread: 'An answer could not be read. Correct it, then send the form again.',
};

/** Texts of questions that are drawn here; `{…}` is replaced. */
export type AnswerTexts = { readonly [name in keyof typeof ENGLISH]: string };

const FRENCH: AnswerTexts = {
  drawHere: 'Dessinez ici avec le doigt, un stylet ou la souris',
  drawn: 'Image dessinée',
  undo: 'Annuler le dernier trait',
  clear: 'Effacer',
  colour: 'Couleur',
  noAnswer: 'Sans réponse',
  pictureToDrawOn: 'Image sur laquelle dessiner',
  pictureInstead: 'Ou choisissez plutôt une image',
  notPicture: 'Impossible de dessiner sur cette image ici. Choisissez une image JPEG ou PNG.',
  dateLetters: 'JMA',
  notDate: 'Ce n’est pas une date. Écrivez-la comme {example} ou comme 2026-12-31.',
  notMonth: 'Ce n’est pas un mois d’une année. Écrivez-le comme {example} ou comme 2026-12.',
  notYear: 'Ce n’est pas une année. Écrivez-la avec quatre chiffres, comme {example}.',
  notTime: 'Ce n’est pas une heure. Écrivez-la comme {example}.',
  notDateTime: 'Ce n’est pas une date avec une heure. Écrivez-la comme {example} ou comme 2026-12-31 14:30.',
  notNumber:
    'Ce n’est pas un nombre, ou c’en est l’un de deux. Écrivez-le comme {example}, sans séparateur de milliers.',
  notWhole: 'Ce n’est pas un nombre entier. Écrivez-le avec des chiffres seulement, comme {example}.',
  tooLong: 'Le nombre est trop long : {count} chiffres au plus.',
  chooseDate: 'Choisir la date',
  chooseTime: 'Choisir l’heure',
  otherCalendar:
    'Cette question demande une date d’un autre calendrier ({calendar}). Écrivez ici la date du calendrier grégorien.',
  fileTooLarge:
    'Le fichier {name} dépasse {count} Mo et ne peut pas être envoyé. Choisissez-en un plus petit ou retirez-le.',
  unread: 'Une réponse n’a pas pu être lue. Corrigez-la, puis envoyez de nouveau le formulaire.',
};

const SPANISH: AnswerTexts = {
  drawHere: 'Dibuje aquí con el dedo, un lápiz o el ratón',
  drawn: 'Imagen dibujada',
  undo: 'Deshacer',
  clear: 'Borrar',
  colour: 'Color',
  noAnswer: 'Sin respuesta',
  pictureToDrawOn: 'Imagen sobre la que dibujar',
  pictureInstead: 'O elija una imagen en su lugar',
  notPicture: 'No se puede dibujar aquí sobre esta imagen. Elija una imagen JPEG o PNG.',
  dateLetters: 'DMA',
  notDate: 'No es una fecha. Escríbala como {example} o como 2026-12-31.',
  notMonth: 'No es un mes de un año. Escríbalo como {example} o como 2026-12.',
  notYear: 'No es un año. Escríbalo con cuatro cifras, como {example}.',
  notTime: 'No es una hora. Escríbala como {example}.',
  notDateTime: 'No es una fecha con hora. Escríbala como {example} o como 2026-12-31 14:30.',
  notNumber: 'No es un número, o puede ser dos. Escríbalo como {example}, sin separador de miles.',
  notWhole: 'No es un número entero. Escríbalo solo con cifras, como {example}.',
  tooLong: 'El número es demasiado largo: {count} cifras como máximo.',
  chooseDate: 'Elegir la fecha',
  chooseTime: 'Elegir la hora',
  otherCalendar:
    'Esta pregunta pide una fecha de otro calendario ({calendar}). Escriba aquí la fecha del calendario gregoriano.',
  fileTooLarge:
    'El archivo {name} supera los {count} MB y no se puede enviar. Elija uno más pequeño o quítelo.',
  unread: 'No se pudo leer una respuesta. Corríjala y envíe otra vez el formulario.',
};

const PORTUGUESE: AnswerTexts = {
  drawHere: 'Desenhe aqui com o dedo, uma caneta ou o mouse',
  drawn: 'Imagem desenhada',
  undo: 'Desfazer',
  clear: 'Limpar',
  colour: 'Cor',
  noAnswer: 'Sem resposta',
  pictureToDrawOn: 'Imagem sobre a qual desenhar',
  pictureInstead: 'Ou escolha uma imagem',
  notPicture: 'Não é possível desenhar aqui sobre esta imagem. Escolha uma imagem JPEG ou PNG.',
  dateLetters: 'DMA',
  notDate: 'Isto não é uma data. Escreva-a como {example} ou como 2026-12-31.',
  notMonth: 'Isto não é um mês de um ano. Escreva-o como {example} ou como 2026-12.',
  notYear: 'Isto não é um ano. Escreva-o com quatro algarismos, como {example}.',
  notTime: 'Isto não é uma hora. Escreva-a como {example}.',
  notDateTime: 'Isto não é uma data com hora. Escreva-a como {example} ou como 2026-12-31 14:30.',
  notNumber: 'Isto não é um número, ou pode ser dois. Escreva-o como {example}, sem separador de milhares.',
  notWhole: 'Isto não é um número inteiro. Escreva-o só com algarismos, como {example}.',
  tooLong: 'O número é longo demais: no máximo {count} algarismos.',
  chooseDate: 'Escolher a data',
  chooseTime: 'Escolher a hora',
  otherCalendar:
    'Esta pergunta pede uma data de outro calendário ({calendar}). Escreva aqui a data do calendário gregoriano.',
  fileTooLarge:
    'O arquivo {name} tem mais de {count} MB e não pode ser enviado. Escolha um menor ou remova-o.',
  unread: 'Uma resposta não pôde ser lida. Corrija-a e envie o formulário outra vez.',
};

const ARABIC: AnswerTexts = {
  drawHere: 'ارسم هنا بالإصبع أو القلم أو الفأرة',
  drawn: 'صورة مرسومة',
  undo: 'تراجع',
  clear: 'مسح',
  colour: 'اللون',
  noAnswer: 'بلا إجابة',
  pictureToDrawOn: 'صورة للرسم عليها',
  pictureInstead: 'أو اختر صورة بدلًا من ذلك',
  notPicture: 'لا يمكن الرسم هنا على هذه الصورة. اختر صورة بصيغة JPEG أو PNG.',
  dateLetters: 'يشس',
  notDate: 'هذا ليس تاريخًا. اكتبه مثل {example} أو مثل 2026-12-31.',
  notMonth: 'هذا ليس شهرًا من سنة. اكتبه مثل {example} أو مثل 2026-12.',
  notYear: 'هذه ليست سنة. اكتبها بأربعة أرقام مثل {example}.',
  notTime: 'هذا ليس وقتًا. اكتبه مثل {example}.',
  notDateTime: 'هذا ليس تاريخًا مع وقت. اكتبه مثل {example} أو مثل 2026-12-31 14:30.',
  notNumber: 'هذا ليس عددًا، أو قد يكون أحد عددين. اكتبه مثل {example} من دون فواصل الآلاف.',
  notWhole: 'هذا ليس عددًا صحيحًا. اكتبه بالأرقام فقط مثل {example}.',
  tooLong: 'العدد طويل جدًا: {count} أرقام على الأكثر.',
  chooseDate: 'اختر التاريخ',
  chooseTime: 'اختر الوقت',
  otherCalendar: 'يسأل هذا السؤال عن تاريخ من تقويم آخر ({calendar}). اكتب هنا التاريخ الميلادي.',
  fileTooLarge: 'الملف {name} أكبر من {count} ميغابايت ولا يمكن إرساله. اختر ملفًا أصغر أو أزله.',
  unread: 'تعذّرت قراءة إجابة. صحّحها ثم أرسل الاستمارة مرة أخرى.',
};

/** By language. */
export const ANSWER_TEXTS = {
  en: ENGLISH,
  fr: FRENCH,
  es: SPANISH,
  pt: PORTUGUESE,
  ar: ARABIC,
} as const;
