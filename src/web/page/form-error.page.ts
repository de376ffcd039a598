import { html } from './html';
import { renderPage } from './page';

type Kind = 'denied' | 'missing' | 'failed';

interface ErrorTexts {
  readonly direction: 'ltr' | 'rtl';
  /** Title and what to do. */
  readonly texts: Readonly<Record<Kind, readonly [title: string, text: string]>>;
}

/** Languages of the pages around forms (decision 142), English first. */
const TEXTS = {
  en: {
    direction: 'ltr',
    texts: {
      denied: ['Access denied', 'You may not open this form. Ask the person who gave you its address.'],
      missing: [
        'Not found',
        'There is no form at this address, or you may not see it. Ask the person who gave it to you for another one.',
      ],
      failed: ['Something went wrong', 'The form could not be opened. Try again in a few minutes.'],
    },
  },
  fr: {
    direction: 'ltr',
    texts: {
      denied: [
        'Accès refusé',
        "Vous n'avez pas accès à ce formulaire. Adressez-vous à la personne qui vous en a donné l'adresse.",
      ],
      missing: [
        'Page introuvable',
        "Il n'y a pas de formulaire à cette adresse, ou vous n'y avez pas accès. Demandez-en une autre à la personne qui vous l'a donnée.",
      ],
      failed: [
        'Une erreur est survenue',
        "Le formulaire n'a pas pu être ouvert. Réessayez dans quelques minutes.",
      ],
    },
  },
  es: {
    direction: 'ltr',
    texts: {
      denied: [
        'Acceso denegado',
        'No tiene permiso para abrir este formulario. Pregunte a la persona que le dio la dirección.',
      ],
      missing: [
        'No se encuentra',
        'En esta dirección no hay ningún formulario, o no tiene permiso para verlo. Pida otra a la persona que se la dio.',
      ],
      failed: ['Algo ha fallado', 'No se pudo abrir el formulario. Inténtelo de nuevo en unos minutos.'],
    },
  },
  ar: {
    direction: 'rtl',
    texts: {
      denied: ['تم رفض الوصول', 'لا يُسمح لك بفتح هذه الاستمارة. اسأل من أعطاك عنوانها.'],
      missing: [
        'غير موجود',
        'لا توجد استمارة في هذا العنوان، أو لا يُسمح لك برؤيتها. اطلب عنوانًا آخر ممن أعطاك إياه.',
      ],
      failed: ['حدث خطأ', 'تعذّر فتح الاستمارة. حاول مرة أخرى بعد بضع دقائق.'],
    },
  },
} as const satisfies Readonly<Record<string, ErrorTexts>>;

export type FormLanguage = keyof typeof TEXTS;

export const FORM_LANGUAGES = Object.keys(TEXTS) as FormLanguage[];

/** Error at the address of a web form, for people who fill in forms and know nothing else of the service. */
export function presentFormErrorPage(status: number, language: FormLanguage): string {
  const { direction, texts } = TEXTS[language];
  const [title, text] = texts[kindOf(status)];
  const body = html`<div class="sheet" lang="${language}" dir="${direction}">
    <h1>${title}</h1>
    <p>${text}</p>
  </div>`;
  return renderPage({ title, body, narrow: true });
}

/** Whether the error has a text of its own for people who fill in forms. */
export function isFormError(status: number): boolean {
  return status === 403 || status === 404 || status >= 500;
}

function kindOf(status: number): Kind {
  if (status === 403) return 'denied';
  return status === 404 ? 'missing' : 'failed';
}
