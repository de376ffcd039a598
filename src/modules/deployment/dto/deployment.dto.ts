import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalFlag, OptionalText } from '../../../http/validation/field';
import { AssetDetailDto } from '../../asset/dto/asset.dto';

export class WriteDeploymentDto {
  @OptionalFlag()
  @ApiPropertyOptional({ example: true, description: 'False archives: data stays, submissions are refused.' })
  active?: boolean;

  @OptionalText()
  @ApiPropertyOptional({ example: 'vWvkKzNE8xCtfApJvabfjG', description: 'Must be the current version.' })
  version_id?: string;
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
