/**
 * Run in the image from its folder: loads what the bundles require, and starts each worker thread. Prints a line for each
 * that fails.
 */
const { readdirSync, readFileSync } = require('node:fs');
const { builtinModules, createRequire } = require('node:module');
const path = require('node:path');
const { Worker } = require('node:worker_threads');

const folder = path.resolve('dist/src/bundle');
const load = createRequire(path.join(folder, 'service.js'));
const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
/** Required in a try block, or by code that is never called. */
const OPTIONAL =
  /^(@aws-sdk\/signature-v4-crt|@nestjs\/(microservices|websockets)|class-transformer\/storage|js-yaml|pg-native|typescript)\b/;

/** @param {string} file @param {string} reason */
const print = (file, reason) => process.stdout.write(`${file}: ${reason}\n`);

for (const file of files) {
  const text = readFileSync(path.join(folder, file), 'latin1');
  const names = new Set(
    [...text.matchAll(/\b(?:require|import)\("([^"]+)"\)/g)].map(([, name = '']) => name),
  );
  // main.js would start the service.
  for (const name of file === 'main.js' ? [] : names) {
    if (name.startsWith('node:') || builtinModules.includes(name) || OPTIONAL.test(name)) continue;
    try {
      load(name);
    } catch (error) {
      print(file, String(error));
    }
  }
  if (file.endsWith('.worker.js')) startWorker(file);
}

/** @param {string} file */
function startWorker(file) {
  const worker = new Worker(path.join(folder, file), { workerData: { externalMemoryBytes: 64_000_000 } });
  worker.once('error', (error) => print(file, String(error)));
  // No task of any worker; the answer says so.
  worker.once('message', () => void worker.terminate());
  worker.postMessage(null);
}
