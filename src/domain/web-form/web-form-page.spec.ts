import { confirmationOf, isAllowedReturn } from './web-form-page';

const ORIGINS = ['https://forms.example.org', 'http://localhost:8000'];

describe('isAllowedReturn', () => {
  it.each(['https://forms.example.org/thanks?a=b#c', 'https://forms.example.org', 'http://localhost:8000/'])(
    'accepts %s',
    (url) => expect(isAllowedReturn(url, ORIGINS)).toBe(true),
  );

  it.each([
    undefined,
    '',
    '/thanks',
    '//forms.example.org/',
    'http://forms.example.org/',
    'https://forms.example.org:444/',
    'https://forms.example.org.evil.example/',
    'https://forms.example.org@evil.example/',
    'javascript:alert(1)//https://forms.example.org',
    'data:text/html,x',
  ])('rejects %s', (url) => expect(isAllowedReturn(url, ORIGINS)).toBe(false));
});

describe('confirmationOf', () => {
  it.each([
    [{}, undefined],
    [{ style: 'pages', confirmation_message: ' ' }, undefined],
    [{ confirmation_message: 7 }, undefined],
    [{ confirmation_message: 'Thanks.' }, { '': 'Thanks.' }],
    [
      { 'confirmation_message::English (en)': 'Thanks.', 'confirmation_message::Français (fr)': 'Merci.' },
      { 'English (en)': 'Thanks.', 'Français (fr)': 'Merci.' },
    ],
  ])('of %j is %j', (settings, texts) => expect(confirmationOf(settings)).toEqual(texts));
});
