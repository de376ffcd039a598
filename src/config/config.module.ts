import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from './clock';
import { Environment } from './environment';
import { PasswordCost } from './password-cost';
import { SecretBox, SecretKey } from './secret-key';

@Global()
@Module({})
export class ConfigModule {
  static forRoot(
    environment: Environment,
    secretKey: SecretKey,
    passwordCost = new PasswordCost(),
  ): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: Environment, useValue: environment },
        { provide: SecretKey, useValue: secretKey },
        { provide: PasswordCost, useValue: passwordCost },
        { provide: Clock, useClass: SystemClock },
        SecretBox,
      ],
      exports: [Environment, SecretKey, PasswordCost, Clock, SecretBox],
    };
  }
}
