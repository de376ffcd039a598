import { accountSamples } from './account.samples';
import { answerIndexSamples } from './answer-index.samples';
import { auditSamples } from './audit.samples';
import { assetSamples } from './asset.samples';
import { backupSamples } from './backup.samples';
import { credentialSamples } from './credential.samples';
import { databaseSamples } from './database.samples';
import { entitySamples } from './entity.samples';
import { hookSamples } from './hook.samples';
import { deletedSubmissionSamples } from './deleted-submission.samples';
import { exportSamples } from './export.samples';
import { importSamples } from './import.samples';
import { jobsSamples } from './jobs.samples';
import { mediaSamples } from './media.samples';
import { migrationSamples } from './migration.samples';
import { oauthSamples } from './oauth.samples';
import { odataSamples } from './odata.samples';
import { pairedDataSamples } from './paired-data.samples';
import { placeClusterSamples } from './place-cluster.samples';
import { projectViewSamples } from './project-view.samples';
import { quotaSamples } from './quota.samples';
import { reportSamples } from './report.samples';
import type { Samples } from './samples';
import { ownershipSamples } from './ownership.samples';
import { supplementSamples } from './supplement.samples';
import { submissionHistorySamples } from './submission-history.samples';
import { submissionSamples } from './submission.samples';
import { submissionEditSamples } from './submission-edit.samples';
import { summarySamples } from './summary.samples';
import { usageSamples } from './usage.samples';

export const ALL_SAMPLES: readonly Samples[] = [
  ...auditSamples,
  ...accountSamples,
  ...credentialSamples,
  ...oauthSamples,
  ...mediaSamples,
  ...assetSamples,
  ...ownershipSamples,
  ...submissionSamples,
  ...submissionHistorySamples,
  ...answerIndexSamples,
  ...deletedSubmissionSamples,
  ...submissionEditSamples,
  ...supplementSamples,
  ...pairedDataSamples,
  ...projectViewSamples,
  ...entitySamples,
  ...reportSamples,
  ...placeClusterSamples,
  ...summarySamples,
  ...exportSamples,
  ...odataSamples,
  ...importSamples,
  ...hookSamples,
  ...migrationSamples,
  ...jobsSamples,
  ...backupSamples,
  ...databaseSamples,
  ...usageSamples,
  ...quotaSamples,
];
