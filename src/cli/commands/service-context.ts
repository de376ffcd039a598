import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../app.module';
import { appSettings } from '../../app.settings';
import { readEnvironment } from '../../config/environment';
import { prepareDatabase } from '../../database/prepare-database';
import { withDatabase } from './database-context';

/** The service without its doors: no HTTP and no jobs, on the same database as the one that may be running. */
export async function withService<Result>(
  work: (app: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (url) => {
    await prepareDatabase(url);
    const environment = readEnvironment({ ...process.env, ROLE: 'api', LOG_LEVEL: 'silent' });
    const app = await NestFactory.createApplicationContext(AppModule.with(appSettings(environment, url)), {
      // What goes wrong is thrown, and told in a sentence.
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
