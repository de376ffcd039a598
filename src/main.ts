// Before the rest is even loaded: who stops the process is heard at any time.
import { toldToStop } from './bootstrap/told-to-stop';
import { showSourceLines } from './bootstrap/source-lines';
import { startService } from './service';

// Node would read the whole map at the start, and keep it.
if (!process.execArgv.includes('--enable-source-maps')) showSourceLines(__filename);

startService(toldToStop).catch(async (error: unknown) => {
  // What was under way was given up on purpose.
  if (toldToStop.hasBegun) return;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\nfieldhouse could not start.\n${message}\n`);
  if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error)
    process.stderr.write(`${error.stack}\n`);
  await toldToStop.closeAll();
  process.exit(1);
});
