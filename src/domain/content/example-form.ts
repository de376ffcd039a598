type Cells = Readonly<Record<string, string>>;

const text = (english: string, french: string) => ({
  'label::English (en)': english,
  'label::Français (fr)': french,
});

const survey: Cells[] = [
  { type: 'start', name: 'start' },
  { type: 'end', name: 'end' },
  { type: 'today', name: 'today' },
  { type: 'deviceid', name: 'deviceid' },
  { type: 'note', name: 'welcome', ...text('Thank you for taking part.', 'Merci de votre participation.') },
  {
    type: 'select_one yes_no',
    name: 'consent',
    required: 'yes',
    ...text('Do you agree to answer?', 'Acceptez-vous de répondre ?'),
  },
  {
    type: 'begin_group',
    name: 'respondent',
    relevant: "${consent} = 'yes'",
    ...text('Respondent', 'Répondant'),
  },
  { type: 'text', name: 'full_name', required: 'yes', ...text('What is your name?', 'Quel est votre nom ?') },
  {
    type: 'integer',
    name: 'age',
    required: 'yes',
    constraint: '. >= 15 and . <= 110',
    'constraint_message::English (en)': 'Between 15 and 110, please.',
    'constraint_message::Français (fr)': 'Entre 15 et 110, s’il vous plaît.',
    ...text('How old are you?', 'Quel âge avez-vous ?'),
  },
  { type: 'select_one gender', name: 'gender', ...text('Gender', 'Genre') },
  { type: 'date', name: 'moved_in', constraint: '. <= today()', ...text('Moved in on', 'Emménagé le') },
  {
    type: 'text',
    name: 'phone',
    appearance: 'numbers',
    'hint::English (en)': 'With the country code',
    'hint::Français (fr)': 'Avec l’indicatif du pays',
    ...text('Phone number', 'Numéro de téléphone'),
  },
  { type: 'end_group' },
  { type: 'begin_group', name: 'dwelling', relevant: "${consent} = 'yes'", ...text('Dwelling', 'Logement') },
  { type: 'geopoint', name: 'location', ...text('Where is the house?', 'Où est la maison ?') },
  { type: 'image', name: 'photo', ...text('Take a photo of the house', 'Prenez une photo de la maison') },
  {
    type: 'select_one water',
    name: 'water_source',
    ...text('Main source of water', 'Source d’eau principale'),
  },
  {
    type: 'text',
    name: 'water_other',
    relevant: "${water_source} = 'other'",
    ...text('Which other source?', 'Quelle autre source ?'),
  },
  { type: 'decimal', name: 'water_litres', ...text('Litres of water a day', 'Litres d’eau par jour') },
  { type: 'select_multiple assets', name: 'assets', ...text('What do you own?', 'Que possédez-vous ?') },
  {
    type: 'integer',
    name: 'phones_owned',
    relevant: "selected(${assets}, 'phone')",
    ...text('How many phones?', 'Combien de téléphones ?'),
  },
  {
    type: 'time',
    name: 'fetch_time',
    ...text('When do you fetch water?', 'À quelle heure cherchez-vous l’eau ?'),
  },
  { type: 'end_group' },
  {
    type: 'begin_repeat',
    name: 'member',
    relevant: "${consent} = 'yes'",
    ...text('Household member', 'Membre du ménage'),
  },
  { type: 'text', name: 'member_name', required: 'yes', ...text('Name', 'Nom') },
  { type: 'integer', name: 'member_age', constraint: '. >= 0 and . <= 110', ...text('Age', 'Âge') },
  {
    type: 'select_one yes_no',
    name: 'in_school',
    relevant: '${member_age} >= 6 and ${member_age} <= 18',
    ...text('Goes to school?', 'Va à l’école ?'),
  },
  { type: 'calculate', name: 'is_child', calculation: 'if(${member_age} < 18, 1, 0)' },
  { type: 'end_repeat' },
  { type: 'calculate', name: 'members', calculation: "if(${consent} = 'yes', count(${member}), 0)" },
  // Without consent `is_child` is empty, and its sum NaN.
  { type: 'calculate', name: 'children', calculation: "if(${consent} = 'yes', sum(${is_child}), 0)" },
  {
    type: 'note',
    name: 'summary',
    relevant: "${consent} = 'yes'",
    ...text(
      'Household members: ${members}. Children under 18: ${children}.',
      'Membres du ménage : ${members}. Enfants de moins de 18 ans : ${children}.',
    ),
  },
  {
    type: 'select_one satisfaction',
    name: 'satisfaction',
    appearance: 'likert',
    ...text('How satisfied are you?', 'Êtes-vous satisfait ?'),
  },
  { type: 'text', name: 'remarks', appearance: 'multiline', ...text('Anything else?', 'Autre chose ?') },
];

const choice = (list_name: string, name: string, english: string, french: string): Cells => ({
  list_name,
  name,
  ...text(english, french),
});

const choices: Cells[] = [
  choice('yes_no', 'yes', 'Yes', 'Oui'),
  choice('yes_no', 'no', 'No', 'Non'),
  choice('gender', 'female', 'Female', 'Femme'),
  choice('gender', 'male', 'Male', 'Homme'),
  choice('gender', 'other', 'Other', 'Autre'),
  choice('water', 'tap', 'Tap', 'Robinet'),
  choice('water', 'well', 'Well', 'Puits'),
  choice('water', 'river', 'River', 'Rivière'),
  choice('water', 'other', 'Other', 'Autre'),
  choice('assets', 'phone', 'Phone', 'Téléphone'),
  choice('assets', 'radio', 'Radio', 'Radio'),
  choice('assets', 'bicycle', 'Bicycle', 'Vélo'),
  choice('assets', 'solar', 'Solar panel', 'Panneau solaire'),
  choice('satisfaction', '1', 'Not at all', 'Pas du tout'),
  choice('satisfaction', '2', 'Rather not', 'Plutôt pas'),
  choice('satisfaction', '3', 'Rather', 'Plutôt'),
  choice('satisfaction', '4', 'Very', 'Très'),
];

/** A bilingual household survey, as XLSForm sheets: groups, a repeat, choices, media, calculations and constraints. */
export const EXAMPLE_FORM = {
  survey,
  choices,
  settings: [{ form_title: 'Household survey (example)', default_language: 'English (en)' }],
};
