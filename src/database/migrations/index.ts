import { Initial1795132800000 } from './1795132800000-initial';
import { Account1795132900000 } from './1795132900000-account';
import { Session1795133000000 } from './1795133000000-session';
import { OAuth1795133000001 } from './1795133000001-oauth';
import { Snapshot1795133100000 } from './1795133100000-snapshot';
import { ImportSource1795133100001 } from './1795133100001-import-source';
import { PartialGrants1795304356837 } from './1795304356837-partial-grants';
import { ImportFile1795306797384 } from './1795306797384-import-file';
import { TaskProgress1795307332264 } from './1795307332264-task-progress';
import { SummaryKeys1795308854209 } from './1795308854209-summary-keys';
import { KnownAddress1795315749680 } from './1795315749680-known-address';
import { AssetFile1795316830218 } from './1795316830218-asset-file';
import { SubmissionChanges1795317039807 } from './1795317039807-submission-changes';
import { Audit1795317082673 } from './1795317082673-audit';
import { ImageRendition1795317324030 } from './1795317324030-image-rendition';
import { Ownership1795317714121 } from './1795317714121-ownership';
import { AssetSearch1795325796203 } from './1795325796203-asset-search';
import { Collection1795325944302 } from './1795325944302-collection';
import { AttachmentRemoval1795326500000 } from './1795326500000-attachment-removal';
import { Hook1795327657841 } from './1795327657841-hook';
import { HookDeliveryCost1795327930841 } from './1795327930841-hook-delivery-cost';
import { Export1795329000000 } from './1795329000000-export';
import { CollectorLink1795331000000 } from './1795331000000-collector-link';
import { SubmissionTotal1795331000001 } from './1795331000001-submission-total';
import { PastFileQuestions1795331000002 } from './1795331000002-past-file-questions';
import { PairedData1795331000003 } from './1795331000003-paired-data';
import { AssetPurge1795331100000 } from './1795331100000-asset-purge';
import { HookDeliveryOrder1795333586000 } from './1795333586000-hook-delivery-order';
import { GroupIntake1795339643337 } from './1795339643337-group-intake';
import { AssetChange1795348800123 } from './1795348800123-asset-change';
import { WholeTally1795348860456 } from './1795348860456-whole-tally';
import { AssetChangeKey1795368000000 } from './1795368000000-asset-change-key';
import { AssetDetailChange1795369000000 } from './1795369000000-asset-detail-change';
import { ExtraDetailsModified1795522459323 } from './1795522459323-extra-details-modified';
import { EmptyAsset1795523004681 } from './1795523004681-empty-asset';
import { ProjectView1795525560438 } from './1795525560438-project-view';
import { Mfa1795526900000 } from './1795526900000-mfa';
import { InAppMessage1795526900001 } from './1795526900001-in-app-message';
import { SubmissionTime1795534800000 } from './1795534800000-submission-time';
import { MigrationSource1795535100000 } from './1795535100000-migration-source';
import { Supplement1795535119000 } from './1795535119000-supplement';
import { MigrationTask1795548600000 } from './1795548600000-migration-task';
import { PairedContent1795658400000 } from './1795658400000-paired-content';
import { SessionOrigin1795659600000 } from './1795659600000-session-origin';
import { FirstSubmission1795660200000 } from './1795660200000-first-submission';
import { LastSubmission1795660400000 } from './1795660400000-last-submission';
import { UnverifiedEmail1795660500000 } from './1795660500000-unverified-email';
import { DeletedSubmission1795779700000 } from './1795779700000-deleted-submission';
import { VersionFacts1795780000000 } from './1795780000000-version-facts';
import { FormerStatus1795780100000 } from './1795780100000-former-status';
import { DeliveryCauses1795790100000 } from './1795790100000-delivery-causes';
import { ChangeViewers1795790200000 } from './1795790200000-change-viewers';
import { DateDeactivated1795790300000 } from './1795790300000-date-deactivated';
import { FormerMedia1795793000000 } from './1795793000000-former-media';
import { AnswerIndex1795793100000 } from './1795793100000-answer-index';
import { Entity1795800000000 } from './1795800000000-entity';
import { SortedAnswerIndex1795800100000 } from './1795800100000-sorted-answer-index';
import { EntityApproval1795800200000 } from './1795800200000-entity-approval';
import { FormDraft1795801000000 } from './1795801000000-form-draft';
import { SubmissionNote1795802000000 } from './1795802000000-submission-note';
import { SubmissionSummary1795804000000 } from './1795804000000-submission-summary';
import { TaskStart1795807000000 } from './1795807000000-task-start';
import { SummaryPartCount1795808000000 } from './1795808000000-summary-part-count';

/** In the order in which they run; a migration that has landed is never edited again. */
export const migrations = [
  Initial1795132800000,
  Account1795132900000,
  Session1795133000000,
  OAuth1795133000001,
  Snapshot1795133100000,
  ImportSource1795133100001,
  PartialGrants1795304356837,
  ImportFile1795306797384,
  TaskProgress1795307332264,
  SummaryKeys1795308854209,
  KnownAddress1795315749680,
  AssetFile1795316830218,
  SubmissionChanges1795317039807,
  Audit1795317082673,
  ImageRendition1795317324030,
  Ownership1795317714121,
  AssetSearch1795325796203,
  Collection1795325944302,
  AttachmentRemoval1795326500000,
  Hook1795327657841,
  HookDeliveryCost1795327930841,
  Export1795329000000,
  CollectorLink1795331000000,
  SubmissionTotal1795331000001,
  PastFileQuestions1795331000002,
  PairedData1795331000003,
  AssetPurge1795331100000,
  HookDeliveryOrder1795333586000,
  GroupIntake1795339643337,
  AssetChange1795348800123,
  WholeTally1795348860456,
  AssetChangeKey1795368000000,
  AssetDetailChange1795369000000,
  ExtraDetailsModified1795522459323,
  EmptyAsset1795523004681,
  ProjectView1795525560438,
  Mfa1795526900000,
  InAppMessage1795526900001,
  SubmissionTime1795534800000,
  MigrationSource1795535100000,
  Supplement1795535119000,
  MigrationTask1795548600000,
  PairedContent1795658400000,
  SessionOrigin1795659600000,
  FirstSubmission1795660200000,
  LastSubmission1795660400000,
  UnverifiedEmail1795660500000,
  DeletedSubmission1795779700000,
  VersionFacts1795780000000,
  FormerStatus1795780100000,
  DeliveryCauses1795790100000,
  ChangeViewers1795790200000,
  DateDeactivated1795790300000,
  FormerMedia1795793000000,
  AnswerIndex1795793100000,
  Entity1795800000000,
  SortedAnswerIndex1795800100000,
  EntityApproval1795800200000,
  FormDraft1795801000000,
  SubmissionNote1795802000000,
  SubmissionSummary1795804000000,
  TaskStart1795807000000,
  SummaryPartCount1795808000000,
];
