import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalFlag, OptionalText } from '../../../http/validation/field';
import type { DeploymentChange, DeploymentInput } from '../deployment.service';
import { AssetDetailDto } from '../../asset/dto/asset.dto';

abstract class SentDeploymentDto {
  @OptionalFlag()
  @ApiPropertyOptional({ example: true, description: 'False archives: data stays, submissions are refused.' })
  active?: boolean;

  @OptionalText()
  @ApiPropertyOptional({ example: 'vWvkKzNE8xCtfApJvabfjG', description: 'Must be the current version.' })
  version_id?: string;

  protected named(): DeploymentInput {
    return {
      ...(this.active !== undefined && { active: this.active }),
      ...(this.version_id !== undefined && { versionUid: this.version_id }),
    };
  }
}

export class DeployDto extends SentDeploymentDto {
  toInput(): DeploymentInput {
    return this.named();
  }
}

export class PatchDeploymentDto extends SentDeploymentDto {
  /** Only `active` was sent: archive or resume. Anything else, also an empty body, deploys the current content. */
  toInput(): DeploymentChange {
    return this.active !== undefined && this.version_id === undefined
      ? { kind: 'set-active', active: this.active }
      : { kind: 'redeploy', input: this.named() };
  }
}

export class DeploymentDto {
  @ApiProperty({ example: 'openrosa' })
  backend!: string;

  @ApiProperty()
  active!: boolean;

  @ApiProperty({ example: 'vWvkKzNE8xCtfApJvabfjG' })
  version_id!: string;

  @ApiProperty({ type: AssetDetailDto })
  asset!: AssetDetailDto;
}
