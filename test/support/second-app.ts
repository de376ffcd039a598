import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../../src/app.module';
import { configureApp } from '../../src/app.setup';
import { Environment } from '../../src/config/environment';
import { PasswordCost } from '../../src/config/password-cost';
import { SecretKey } from '../../src/config/secret-key';
import { JsonAdapter } from '../../src/http/json-adapter';
import { TestApp } from './app';
import { useOwnStrategies } from './strategy-registry';

/** Starts a second app on the database, data folder and key of the first; they share nothing else. */
export async function startSecondApp(
  first: TestApp,
  environment: Readonly<Partial<Environment>> = {},
  secretKey = first.nest.get(SecretKey),
): Promise<TestApp> {
  const settings = {
    environment: Object.assign(new Environment(), first.nest.get(Environment), environment),
    databaseUrl: first.databaseUrl,
    secretKey,
    passwordCost: first.nest.get(PasswordCost),
  };
  const nest = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(settings),
    new JsonAdapter(),
    {
      bodyParser: false,
      logger: ['fatal'],
      abortOnError: false,
    },
  );
  try {
    useOwnStrategies(nest);
    configureApp(nest);
    await nest.listen(0, '127.0.0.1');
  } catch (error) {
    await nest.close();
    throw error;
  }
  return new TestApp(nest, first.databaseUrl, first.dataDir, async () => {
    nest.getHttpServer().closeAllConnections();
    await nest.close();
  });
}
