import { NodeArchiveReader } from './archives/node-archive-reader.ts';
import { FolderFiles } from './folder-files.ts';

/** The ports of files in a folder, and of archives that are unpacked into folders. */
export const filePorts = (folder: string) => ({ files: new FolderFiles(folder), archives: new NodeArchiveReader() });
