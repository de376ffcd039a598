/** Builds an image from a Dockerfile without a container engine: one folder per stage. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { runStep } from './namespace.mjs';

/**
 * A stage of the Dockerfile, as a folder.
 * @typedef Stage
 * @property {string} name
 * @property {string} root
 * @property {string} node folder of the Node to run in it; '' for the machine's
 * @property {string} cwd
 * @property {Record<string, string>} env
 * @property {string} user
 * @property {string[]} entrypoint
 * @property {string[]} cmd
 * @property {string[]} health
 */

/**
 * @param {string} context the checkout @param {string} out folder for the stages
 * @param {{ node: string, instead?: Record<string, () => void> }} options `instead` replaces all RUN steps of a stage
 * @returns {Stage} the last stage
 */
export function buildImage(context, out, { node, instead = {} }) {
  rmSync(out, { recursive: true, force: true });
  /** @type {Stage[]} */
  const stages = [];
  for (const [word, rest] of instructions(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    if (word === 'FROM') {
      const name = / AS (\w+)/.exec(rest)?.[1] ?? 'final';
      const root = join(out, name);
      mkdirSync(root, { recursive: true });
      const defaults = { env: {}, user: '0:0', entrypoint: [], cmd: [], health: [] };
      stages.push({ name, root, node, cwd: '/', ...defaults });
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) continue;
    if (word === 'RUN' && stage.name in instead) instead[stage.name]?.();
    else apply(word, rest, stage, stages, context);
  }
  const last = stages.at(-1);
  if (last === undefined) throw new Error('The Dockerfile has no stage.');
  return last;
}

/** @param {string} text @returns {[string, string][]} */
function instructions(text) {
  return text
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [, word, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
      return word === undefined || rest === undefined ? [] : [/** @type {[string, string]} */ ([word, rest])];
    });
}

/** @param {string} word @param {string} rest @param {Stage} stage @param {Stage[]} stages @param {string} context */
function apply(word, rest, stage, stages, context) {
  const at = (/** @type {string} */ path) => join(stage.root, resolve(stage.cwd, path));
  switch (word) {
    case 'WORKDIR':
      stage.cwd = rest;
      mkdirSync(at('.'), { recursive: true });
      break;
    case 'ENV':
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value;
      break;
    case 'COPY': {
      const from = /--from=(\w+)/.exec(rest)?.[1];
      const base = from === undefined ? context : stages.find(({ name }) => name === from)?.root;
      if (base === undefined) throw new Error(`COPY: unknown stage ${from}.`);
      const paths = rest.replace(/--\S+\s+/g, '').split(/\s+/);
      const to = paths.pop() ?? '.';
      for (const path of paths) {
        if (!existsSync(join(base, path))) throw new Error(`COPY: ${path} does not exist.`);
        const target = to.endsWith('/') ? join(at(to), basename(path)) : at(to);
        cpSync(join(base, path), target, { recursive: true, verbatimSymlinks: true });
      }
      break;
    }
    case 'RUN':
      runStep(stage, rest);
      break;
    case 'USER':
      stage.user = rest;
      break;
    case 'ENTRYPOINT':
      stage.entrypoint = JSON.parse(rest);
      break;
    case 'CMD':
      stage.cmd = JSON.parse(rest);
      break;
    case 'HEALTHCHECK':
      stage.health = JSON.parse(/CMD (\[.*\])/.exec(rest)?.[1] ?? '[]');
      break;
    default:
      // ARG, LABEL, EXPOSE and VOLUME have no effect here.
      break;
  }
}
