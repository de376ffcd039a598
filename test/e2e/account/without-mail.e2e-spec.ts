import { PASSWORD, startApp } from '../../support/app';
import { basic } from '../../support/basic';
import { Browser } from '../../support/browser';

it('leaves the address to superusers without an SMTP server', async () => {
  const other = await startApp();
  await other.addUser('ann');
  const { body } = await other
    .with(basic('ann'))
    .post('/me/emails/')
    .send({ email: 'x@example.net' })
    .expect(404);
  expect(body).toEqual({
    detail: 'This service sends no mail. Ask an administrator to change your address.',
  });
  const browser = new Browser(other);
  await browser.signIn('ann', PASSWORD);
  const { text } = await browser.get('/account/').expect(200);
  expect(text).toContain('Ask an administrator to change your address.');
  expect(text).not.toContain('action="/account/email/"');
  await other.addUser('root', { superuser: true });
  await browser.signIn('root', PASSWORD);
  const { text: own } = await browser.get('/account/').expect(200);
  expect(own).toContain('<a href="/administration/users/root/">Change the address</a>');
  await other.stop();
});
