import type { Extension } from '../extension.ts';

/** Whether an extension is activated and has not failed. */
export const isWorking = ({ isActive, state }: Extension): boolean => isActive && state !== 'failed';
