import { ShutdownController } from './shutdown-controller';

/** Handles signals from the import of this file on. */
export const processShutdown = new ShutdownController();
