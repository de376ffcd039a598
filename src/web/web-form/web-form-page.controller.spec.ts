import type { UnavailableForm, WebFormPage } from '../../domain/web-form/web-form-page';
import { html } from '../page/html';
import type { Visitor } from '../page/visitor';
import { presentWebForm } from './web-form-page.controller';

const VISITOR = { cookies: [] as readonly string[] } as Visitor;
const present = (page: WebFormPage | UnavailableForm) =>
  presentWebForm(VISITOR, page, { tags: html``, frameAncestors: [] });

it('asks for JavaScript in each language', () => {
  const [, noscript = ''] =
    /<noscript>([\s\S]*)<\/noscript>/.exec(present({ mode: 'unavailable', reason: 'closed' }).body) ?? [];
  expect([...noscript.matchAll(/<p(?: lang="(\w+)")?/g)].map(([, language]) => language)).toEqual([
    undefined,
    'fr',
    'es',
    'ar',
  ]);
});

it('loads map tiles from the server of the operator only', () => {
  const form = { mode: 'many', formId: 'a', form: '/form.xml', manifest: '/manifest' } as const;
  const tiles = { url: 'https://t.example/{z}/{x}/{y}.png', origin: 'https://t.example', attribution: '' };
  const policyOf = (page: WebFormPage) => present(page).headers['Content-Security-Policy'];
  expect(policyOf(form)).toContain("img-src 'self' blob: data:;");
  expect(policyOf({ ...form, tiles })).toContain("img-src 'self' blob: data: https://t.example;");
});
