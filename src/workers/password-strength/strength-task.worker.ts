import { serveTasks } from '../pool/serve-tasks';
import { estimateGuesses, type StrengthTask } from './strength-task';

serveTasks((task) => estimateGuesses(task as StrengthTask));
