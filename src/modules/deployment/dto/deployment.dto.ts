import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { NotNull, OneOf, OptionalFlag, OptionalText, Unsupported } from '../../../http/validation/field';
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

/** What the service deploys with; clients of services that have several say which. */
const BACKEND = 'openrosa';

export class DeployDto extends SentDeploymentDto {
  @OneOf([BACKEND], { required: false })
  @ApiPropertyOptional({ enum: [BACKEND] })
  backend?: string;

  toInput(): DeploymentInput {
    return this.named();
  }
}

export class PatchDeploymentDto extends SentDeploymentDto {
  @NotNull()
  @Unsupported('This field cannot be modified after the initial deployment.', [BACKEND])
  @ApiPropertyOptional({ enum: [BACKEND], description: 'Stays as it is.' })
  backend?: string;

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

  @ApiPropertyOptional({
    type: [String],
    example: ['survey, row 3, column label: The group "members" has no label.'],
    description: 'What is doubtful about the form, when this request deployed it and there is anything.',
  })
  warnings?: string[];
}
