import { createHttpApp, type HttpApp, serveInMemory } from '@backroom/adapters-http';
import { ControlClient } from '@backroom/adapters-http/control';
import type { Application } from '../compose.ts';
import { addressIn } from './address.ts';
import { actorOf } from './operator.ts';
import { programVersion } from './version.ts';

/** The application for commands of the owner of the installation: the shop interface has its default names. */
export const controlApp = (application: Application, url = addressIn(application.settings)): HttpApp => {
  const { core, settings, log } = application;
  return createHttpApp({
    core,
    publicDocs: settings.publicDocs,
    requireIfMatch: settings.requireIfMatch,
    publicUrl: url,
    control: {
      version: programVersion,
      url,
      actorOf: (caller) => actorOf(application, caller),
      onFailure: (cause) => log.error('command failed', cause),
    },
  });
};

/** A client of the application in this process. */
export const openLocalClient = (application: Application, operator: string): ControlClient =>
  new ControlClient(serveInMemory(controlApp(application)), operator);
