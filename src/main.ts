// First import: signals are handled while the other modules load.
import { processShutdown } from './bootstrap/shutdown-controller';
import './bootstrap/navigator';
import { sourceMappedStack } from './bootstrap/logged-error';
import { startService } from './service';

startService(processShutdown).catch(async (error: unknown) => {
  // Aborted by the shutdown.
  if (processShutdown.hasBegun) return;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\nfieldhouse could not start.\n${message}\n`);
  if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error)
    process.stderr.write(`${sourceMappedStack(error.stack ?? '')}\n`);
  await processShutdown.closeAll();
  process.exit(1);
});
