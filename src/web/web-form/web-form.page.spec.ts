import { html } from '../page/html';
import type { Visitor } from '../page/visitor';
import { presentWebForm } from './web-form.page';

const page = presentWebForm(
  { cookies: [] as readonly string[] } as Visitor,
  { mode: 'unavailable', reason: 'closed' },
  { tags: html``, frameAncestors: [] },
);

it('asks for JavaScript in each language', () => {
  const [, noscript = ''] = /<noscript>([\s\S]*)<\/noscript>/.exec(page.body) ?? [];
  expect([...noscript.matchAll(/<p(?: lang="(\w+)")?/g)].map(([, language]) => language)).toEqual([
    undefined,
    'fr',
    'es',
    'ar',
  ]);
});
