import { join } from 'node:path';
import { SmtpMail, SpoolMail } from '@backroom/adapters-mail';
import {
  ArchiveThemePackages,
  FolderExtensionInstaller,
  FolderExtensionLogs,
  FolderFiles,
  HmacSignatures,
} from '@backroom/adapters-node';
import { UndiciOutboundClient, WebhookPushNotifier } from '@backroom/adapters-outbound';
import type { Clock, Log } from '@backroom/core';
import type { ArchiveReader } from '@backroom/core/files';
import type { MailTransport } from '@backroom/core/mail';
import type { OutboundClient } from '@backroom/core/outbound';
import { ContainerModule } from 'inversify';
import type { OpenSecretKeys } from '../key-ring.ts';
import type { Settings } from '../settings/settings.ts';
import { Port, TheSecretKeys, TheSettings } from '../tokens.ts';

/** Files, packages of extensions and themes, signed download URLs, mail, and requests to other servers. */
export const delivery = new ContainerModule(({ bind }) => {
  bind(Port.files).toResolvedValue(filesOf, [TheSettings]).inSingletonScope();
  bind(Port.extensionInstaller)
    .toResolvedValue(installerOf, [TheSettings, Port.outbound, Port.archives])
    .inSingletonScope();
  bind(Port.extensionLogs).toResolvedValue(logsOf, [TheSettings]).inSingletonScope();
  bind(Port.themePackages).toResolvedValue(themePackagesOf, [Port.outbound, Port.archives]).inSingletonScope();
  bind(Port.signatures)
    .toResolvedValue(
      (secrets: OpenSecretKeys, { jwtSecret }: Settings) =>
        new HmacSignatures(() => {
          const { newest, older } = secrets.keys;
          const sealing = [...(newest ? [newest] : []), ...older].map(({ bytes }) => bytes);
          return jwtSecret === undefined ? sealing : [...sealing, Buffer.from(jwtSecret)];
        }),
      [TheSecretKeys, TheSettings],
    )
    .inSingletonScope();
  bind(Port.mail)
    .toResolvedValue(({ mail }: Settings) => mailOf(mail), [TheSettings])
    .inSingletonScope();
  bind(Port.outbound)
    .toResolvedValue(
      ({ outbound }: Settings, log: Log) => new UndiciOutboundClient({ ...outbound, log }),
      [TheSettings, Port.log],
    )
    .inSingletonScope();
  bind(Port.pushNotifier)
    .toResolvedValue(
      (outbound: OutboundClient, clock: Clock) => new WebhookPushNotifier(outbound, clock),
      [Port.outbound, Port.clock],
    )
    .inSingletonScope();
});

const installerOf = ({ extensions }: Settings, outbound: OutboundClient, archives: ArchiveReader) =>
  new FolderExtensionInstaller(extensions, { outbound, archives });

const themePackagesOf = (outbound: OutboundClient, archives: ArchiveReader) =>
  new ArchiveThemePackages({ outbound, archives });

const mailOf = ({ smtpUrl, sender, folder, timeoutMs, requiresTls }: Settings['mail']): MailTransport =>
  smtpUrl === undefined
    ? new SpoolMail(folder, sender)
    : new SmtpMail({ url: smtpUrl, sender, timeoutMs, requiresTls });

const logsOf = ({ extensions }: Settings): FolderExtensionLogs =>
  new FolderExtensionLogs(join(extensions.installed, '.logs'));

const filesOf = ({ filesFolder }: Settings): FolderFiles => new FolderFiles(filesFolder);
