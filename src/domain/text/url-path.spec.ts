import { loggablePath } from './url-text';

describe('loggablePath', () => {
  it.each([
    ['/collector/0123456789abcdef0123456789abcdef01234567/submission', '/collector/…/submission'],
    ['//Collector/secret?x=1', '//Collector/…'],
    ['/api/v2/assets/aBc/collector-links/?q=secret', '/api/v2/assets/aBc/collector-links/'],
    ['/accounts/password/reset/1-mb2x0k5w-secret/', '/accounts/password/reset/…/'],
    ['/accounts/emails/confirm/1-mb2x0k5w-secret/', '/accounts/emails/confirm/…/'],
    ['/web-forms/offline/collector/secret/', '/web-forms/offline/collector/…/'],
    ['/submission', '/submission'],
  ])('logs %s as %s', (url, logged) => {
    expect(loggablePath(url)).toBe(logged);
  });
});
