import { FORM_LANGUAGES, isFormError, presentFormErrorPage } from './form-error.page';

it.each([403, 404, 500, 503])('says in each language what to do after %d', (status) => {
  expect(isFormError(status)).toBe(true);
  const sheets = FORM_LANGUAGES.map((language) => {
    const page = presentFormErrorPage(status, language);
    expect(page).toContain(
      `<div class="sheet" lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
    );
    return /<h1>(.*?)<\/h1>\s*<p>(.*?)<\/p>/s.exec(page)!.slice(1).join();
  });
  expect(new Set(sheets).size).toBe(4);
});

it('leaves other errors to the page of all errors', () => {
  expect([400, 401, 405, 429].filter(isFormError)).toEqual([]);
});
