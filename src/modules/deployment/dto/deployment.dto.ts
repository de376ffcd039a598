import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { NotNull, OneOf, OptionalFlag, OptionalText, Unsupported } from '../../../http/validation/field';
import type { DeploymentChange, DeploymentInput } from '../deployment.service';
import { AssetDetailDto } from '../../asset/dto/asset.dto';

abstract class BaseDeploymentDto {
  @OptionalFlag()
  @ApiPropertyOptional({
    example: true,
    description: 'False archives: submissions are rejected, data remains.',
  })
  active?: boolean;

  @OptionalText()
  @ApiPropertyOptional({
    example: 'vWvkKzNE8xCtfApJvabfjG',
    description: 'Uid of the current version; any other is rejected with 400.',
  })
  version_id?: string;

  protected toDeploymentInput(): DeploymentInput {
    return {
      ...(this.active !== undefined && { active: this.active }),
      ...(this.version_id !== undefined && { versionUid: this.version_id }),
    };
  }
}

const BACKEND = 'openrosa';

export class DeployDto extends BaseDeploymentDto {
  @OneOf([BACKEND], { required: false })
  @ApiPropertyOptional({ enum: [BACKEND], description: 'Accepted for compatibility.' })
  backend?: string;

  toInput(): DeploymentInput {
    return this.toDeploymentInput();
  }
}

export class PatchDeploymentDto extends BaseDeploymentDto {
  @NotNull()
  @Unsupported('This field cannot be modified after the initial deployment.', [BACKEND])
  @ApiPropertyOptional({ enum: [BACKEND], description: 'Not changeable.' })
  backend?: string;

  /** A body with only `active` archives or resumes; any other body, including an empty one, deploys the current version. */
  toInput(): DeploymentChange {
    return this.active !== undefined && this.version_id === undefined
      ? { kind: 'set-active', active: this.active }
      : { kind: 'redeploy', input: this.toDeploymentInput() };
  }
}

export class DeploymentDto {
  @ApiProperty({ example: 'openrosa' }) backend!: string;
  @ApiProperty() active!: boolean;
  @ApiProperty({ example: 'vWvkKzNE8xCtfApJvabfjG' }) version_id!: string;
  @ApiProperty({ type: AssetDetailDto }) asset!: AssetDetailDto;
  @ApiPropertyOptional({
    type: [String],
    example: ['survey, row 3, column label: The group "members" has no label.'],
    description: 'Warnings about the form, if this request deployed it and there are any.',
  })
  warnings?: string[];
}
