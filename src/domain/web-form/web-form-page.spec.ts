import { isAllowedReturn } from './web-form-page';

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
