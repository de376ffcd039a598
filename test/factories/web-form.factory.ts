/** Label that would run a script if it were drawn as HTML. */
export const HOSTILE = `<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">`;

/** Form in two languages, with its own text after a submission. */
export const WEB_FORM_CONTENT = {
  translations: ['English (en)', 'Français (fr)'],
  translated: ['label'],
  survey: [
    { type: 'text', name: 'name', label: ['What is your name?', 'Votre nom ?'], required: true },
    { type: 'integer', name: 'age', label: ['How old are you?', 'Votre âge ?'] },
    { type: 'begin_group', name: 'home', label: ['Home', 'Maison'] },
    { type: 'text', name: 'village', label: [`Village ${HOSTILE}`, `Village ${HOSTILE}`] },
    { type: 'end_group' },
  ],
  choices: [],
  settings: {
    'confirmation_message::English (en)': 'Well done.\nSee you in June.',
    'confirmation_message::Français (fr)': 'Bien fait.',
  },
};

export interface Stored {
  readonly [key: string]: unknown;
}
