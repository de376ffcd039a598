import { ApiTokenEntity } from './api-token.entity';
import { AssetEntity } from './asset.entity';
import { AssetVersionEntity } from './asset-version.entity';
import { DeploymentEntity } from './deployment.entity';
import { ImportTaskEntity } from './import-task.entity';
import { InstanceSettingEntity } from './instance-setting.entity';
import { OAuthApplicationEntity } from './oauth-application.entity';
import { OAuthGrantEntity } from './oauth-grant.entity';
import { OAuthTokenEntity } from './oauth-token.entity';
import { PermissionAssignmentEntity } from './permission-assignment.entity';
import { SessionEntity } from './session.entity';
import { UserEntity } from './user.entity';

/** Every entity, for the one DataSource. Submissions and their attachments are read and written in SQL alone. */
export const entities = [
  ApiTokenEntity,
  AssetEntity,
  AssetVersionEntity,
  DeploymentEntity,
  ImportTaskEntity,
  InstanceSettingEntity,
  OAuthApplicationEntity,
  OAuthGrantEntity,
  OAuthTokenEntity,
  PermissionAssignmentEntity,
  SessionEntity,
  UserEntity,
];
