import { LANGUAGE_CODES } from '../../language/language';
import { isFormError, presentFormErrorPage } from './error.page';

it.each([403, 404, 500, 503])('says in each language what to do after %d', (status) => {
  expect(isFormError(status)).toBe(true);
  const sheets = LANGUAGE_CODES.map((language) => {
    const page = presentFormErrorPage(status, language);
    const [, code, attributes] = /<html\s+lang="(\w+)"([^>]*)>/.exec(page)!;
    expect([code, attributes!.includes(' dir="rtl"')]).toEqual([language, language === 'ar']);
    return /<h1>(.*?)<\/h1>\s*<p>(.*?)<\/p>/s.exec(page)!.slice(1).join();
  });
  expect(new Set(sheets).size).toBe(LANGUAGE_CODES.length);
});

it('leaves other errors to the page of all errors', () => {
  expect([400, 401, 405, 429].filter(isFormError)).toEqual([]);
});
