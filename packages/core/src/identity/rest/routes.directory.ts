import { type Route, route, section } from '../../interface/route.ts';
import { flag, password, text } from '../../interface/schema.ts';
import {
  type DirectoryReport,
  readDirectorySettings,
  removeDirectorySettings,
  saveDirectorySettings,
  synchroniseDirectory,
  testDirectory,
} from '../index.ts';
import { directoryManaged, directoryParams } from './directory-params.ts';
import { presentDirectory, presentDirectoryTest, presentSync } from './directory-presenters.ts';
import { directoryShape, directoryTestShape, syncReportShape } from './directory-shapes.ts';

const etag = ({ version }: DirectoryReport) => String(version);

/** Routes of the company directory (LDAP). */
export const directoryRoutes: readonly Route[] = section(
  'Directory',
  route({
    methods: ['GET'],
    path: '/ldap-config',
    summary: 'Read the settings of the directory that are in effect.',
    useCase: readDirectorySettings,
    present: presentDirectory,
    etag,
    returns: directoryShape,
  }),
  route({
    methods: ['PUT', 'PATCH', 'POST'],
    path: '/ldap-config',
    summary: 'Change the settings of the directory; members that are absent stay as they are.',
    versioned: true,
    params: {
      ...directoryParams,
      verify: flag({ in: 'query', description: 'Tries the settings first, and saves them only when they work.' }),
    },
    ignores: directoryManaged,
    useCase: saveDirectorySettings,
    present: presentDirectory,
    etag,
    returns: directoryShape,
  }),
  route({
    methods: ['DELETE'],
    path: '/ldap-config',
    summary: 'Forget the settings of the directory and its password.',
    status: 204,
    versioned: true,
    useCase: removeDirectorySettings,
  }),
  route({
    methods: ['POST'],
    path: '/ldap-config/sync',
    summary: 'Bring the accounts of the directory in line with it.',
    params: { dry_run: flag({ in: 'query', description: 'Reports what would be done, and changes nothing.' }) },
    useCase: synchroniseDirectory,
    present: presentSync,
    returns: syncReportShape,
  }),
  route({
    methods: ['POST'],
    path: '/test-ldap',
    summary: 'Try the saved settings of the directory, or those that are sent, step by step; changes nothing.',
    limit: 'ldap-test',
    params: {
      ...directoryParams,
      test_username: text({ maxLength: 320, description: 'A username to look up.' }),
      test_password: password({ maxLength: 1_024, description: 'Tries to sign in as that person.' }),
    },
    ignores: directoryManaged,
    useCase: testDirectory,
    present: presentDirectoryTest,
    returns: directoryTestShape,
  }),
);
