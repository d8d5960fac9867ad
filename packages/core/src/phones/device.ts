import { plainName } from '../identity/index.ts';
import { zoneNamed } from '../kernel/zone.ts';
import { deviceInvalid } from './errors.ts';

/** A phone as it describes itself; unknown members are dropped. */
export interface Device {
  readonly os?: string;
  readonly osVersion?: string;
  readonly model?: string;
  readonly brand?: string;
  readonly appVersion?: string;
}

const members = ['os', 'osVersion', 'model', 'brand', 'appVersion'] as const;
const longest = 64;

/**
 * Normalizes the description of a device: known members without tags and control characters, at most 64 characters each.
 * @throws DomainError `invalid_device` without a model and an operating system
 */
export function acceptDevice(given: Device): Device {
  const texts = members.flatMap((member) => {
    const text = [...plainName(given[member] ?? '')].slice(0, longest).join('').trim();
    return text === '' ? [] : [[member, text] as const];
  });
  const device: Device = Object.fromEntries(texts);
  if (device.model === undefined && device.os === undefined) throw deviceInvalid();
  return device;
}

/** The name of a phone for people: its model, else its operating system. */
export const deviceName = ({ model, os }: Device): string | undefined => model ?? os;

/** The name of the application password of a phone, with the date in the time zone of the shop. */
export function passwordNameOf(device: Device, at: Date, timeZone: string): string {
  const name = deviceName(device);
  if (name === undefined) return 'Shop Mobile App (QR Login)';
  return `Shop Mobile · ${name} · ${zoneNamed(timeZone).toLocal(at).slice(0, 10)}`;
}
