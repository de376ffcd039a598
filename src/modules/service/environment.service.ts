import { Injectable } from '@nestjs/common';
import type { ClientSettings } from '../../config/client-settings';
import { Environment } from '../../config/environment';
import { MFA_CODE_LENGTH } from '../../domain/account/credential';

/** Properties of the second factor that clients adapt to. */
export interface SecondFactorSettings {
  readonly enabled: boolean;
  readonly codeLength: number;
  readonly requiredForSuperusers: boolean;
}

export interface ClientEnvironment {
  readonly operator: ClientSettings;
  readonly secondFactor: SecondFactorSettings;
}

@Injectable()
export class EnvironmentService {
  constructor(private readonly environment: Environment) {}

  show(): ClientEnvironment {
    return {
      operator: this.environment,
      secondFactor: {
        enabled: true,
        codeLength: MFA_CODE_LENGTH,
        requiredForSuperusers: this.environment.MFA_REQUIRED !== 'none',
      },
    };
  }
}
