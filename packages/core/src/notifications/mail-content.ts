import type { CommercePorts } from '../commerce/index.ts';
import type { KernelPorts } from '../kernel/ports.ts';

/** Purpose of the encryption of bodies. */
export const MAIL_BODY = 'mail.body';

/** Headers of every message. */
export const mailHeaders: Readonly<Record<string, string>> = { 'Auto-Submitted': 'auto-generated' };

/** The sender's display name: the name of the shop. */
export async function senderName({
  shopSettings,
  settings,
}: Pick<CommercePorts, 'shopSettings'> & Pick<KernelPorts, 'settings'>): Promise<string> {
  const { siteName } = await shopSettings.read();
  return siteName ?? settings.siteName;
}
