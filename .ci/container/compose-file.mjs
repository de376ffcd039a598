/** Reads compose.yaml as a container engine does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, YAML11_SCHEMA } from 'js-yaml';

/**
 * @typedef Service
 * @property {string} image
 * @property {string[]} [command]
 * @property {Record<string, string>} [environment]
 * @property {{ test: string[] }} [healthcheck]
 * @property {string[]} [volumes]
 * @property {string[] | Record<string, unknown>} [depends_on]
 */

/** Variables of .env.example, with values filled in. @param {string} checkout @param {Record<string, string>} filledIn */
export function environmentFile(checkout, filledIn) {
  const lines = readFileSync(join(checkout, '.env.example'), 'utf8').matchAll(/^(\w+)=(.*)$/gm);
  return { ...Object.fromEntries([...lines].map(([, name, value]) => [name, value])), ...filledIn };
}

/**
 * Services in start order, by `depends_on`. @param {string} checkout @param {Record<string, string>} variables
 * @returns {[string, Service][]}
 */
export function servicesOf(checkout, variables) {
  const text = readFileSync(join(checkout, 'compose.yaml'), 'utf8');
  // YAML 1.1 has merge keys (`<<`).
  const { services } = /** @type {{ services: Record<string, Service> }} */ (
    interpolate(load(text, { schema: YAML11_SCHEMA }), variables)
  );
  /** @type {[string, Service][]} */
  const ordered = [];
  let waiting = Object.entries(services);
  while (waiting.length > 0) {
    const isOrdered = (/** @type {string} */ name) => ordered.some(([each]) => each === name);
    const next = waiting.filter(([, service]) => namesOf(service.depends_on).every(isOrdered));
    if (next.length === 0) throw new Error('The services have a circular dependency.');
    ordered.push(...next);
    waiting = waiting.filter((each) => !next.includes(each));
  }
  return ordered;
}

/** @param {Service['depends_on']} named */
const namesOf = (named = []) => (Array.isArray(named) ? named : Object.keys(named));

/** @param {unknown} value @param {Record<string, string>} variables @returns {unknown} */
function interpolate(value, variables) {
  if (Array.isArray(value)) return value.map((each) => interpolate(each, variables));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, each]) => [key, interpolate(each, variables)]);
    return Object.fromEntries(entries);
  }
  if (typeof value !== 'string') return value;
  return value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, operator, words) => {
    if (variables[name]) return variables[name];
    if (operator === '?') throw new Error(words);
    return words ?? '';
  });
}
