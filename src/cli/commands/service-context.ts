import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../app.module';
import { appSettings } from '../../app.settings';
import { readEnvironment } from '../../config/environment';
import { prepareDatabase } from '../../database/prepare-database';
import { log, withDatabase } from './database-context';

/** Runs `work` with the service, without HTTP and jobs; another process may use the same database. */
export async function withService<Result>(
  work: (app: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (url) => {
    await prepareDatabase(url, log);
    const environment = readEnvironment({ ...process.env, ROLE: 'api', LOG_LEVEL: 'silent' });
    const app = await NestFactory.createApplicationContext(AppModule.forRoot(appSettings(environment, url)), {
      // Errors are thrown; main.ts prints their message.
      logger: false,
      abortOnError: false,
    });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  });
}
