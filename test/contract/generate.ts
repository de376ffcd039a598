import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startApp } from '../support/app';
import setUpDatabases, { tearDownDatabases } from '../support/global-setup';
import { CONTRACT, generateArtefacts, readArtefacts } from './artefacts';

/** `npm run generate`: updates the committed service description. */
async function generate(): Promise<void> {
  await setUpDatabases();
  const app = await startApp();
  const generated = await generateArtefacts(app).finally(() => app.stop());
  const committed = readArtefacts();
  for (const name of committed.keys()) if (!generated.has(name)) rmSync(join(CONTRACT, name));
  for (const [name, text] of generated) {
    if (committed.get(name) === text) continue;
    mkdirSync(dirname(join(CONTRACT, name)), { recursive: true });
    writeFileSync(join(CONTRACT, name), text);
    process.stdout.write(`wrote ${join('test', 'contract', name)}\n`);
  }
}

generate()
  .finally(tearDownDatabases)
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  });
