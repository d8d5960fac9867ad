import { Argon2PasswordHasher, CommonPasswordList, JoseTokenSigner } from '@backroom/adapters-node';
import { ContainerModule } from 'inversify';
import { openKeyRing } from '../key-ring.ts';
import type { Settings } from '../settings.ts';
import { Port, TheSettings } from '../tokens.ts';

/** Passwords and tokens. */
export const identity = new ContainerModule(({ bind }) => {
  bind(Port.passwords)
    .toDynamicValue(() => new Argon2PasswordHasher())
    .inSingletonScope();
  bind(Port.commonPasswords)
    .toDynamicValue(() => new CommonPasswordList())
    .inSingletonScope();
  bind(Port.tokens)
    .toResolvedValue(async (settings: Settings) => new JoseTokenSigner(await openKeyRing(settings)), [TheSettings])
    .inSingletonScope();
  bind(Port.tokenNames)
    .toResolvedValue((settings: Settings) => settings.tokenNames, [TheSettings])
    .inSingletonScope();
});
