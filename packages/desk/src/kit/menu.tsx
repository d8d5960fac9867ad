import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Icon, type IconName } from './icon.tsx';
import css from './menu.module.css';
import { isNarrow } from './narrow.ts';
import { Popover, popoverClass, type TriggerProps } from './popover.tsx';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly detail?: string | undefined;
  readonly isChecked?: boolean;
  /** Why it cannot be done now. */
  readonly disabled?: string | undefined;
  readonly onChoose: () => void;
  /** Pointer or focus is on it: what it would show can be asked for. */
  readonly onAim?: () => void;
}

/** Entries under one heading; without a title they only stand apart. */
export interface MenuGroup {
  readonly title?: string;
  readonly items: readonly MenuItem[];
}

interface MenuProps {
  readonly label: string;
  readonly trigger: (props: TriggerProps) => ReactNode;
  readonly groups: readonly MenuGroup[];
  readonly align?: 'start' | 'end';
}

/** A button with a menu of actions or choices; arrows, Home, End and first letters move in it. */
export const Menu = ({ label, trigger, groups, align = 'end' }: MenuProps) => (
  <Popover align={align} kind="menu" label={label} trigger={trigger}>
    {(close) => <MenuItems close={close} groups={groups} />}
  </Popover>
);

/** A place in the window. */
export interface MenuPlace {
  readonly left: number;
  readonly top: number;
}

interface MenuAtProps {
  readonly label: string;
  readonly groups: readonly MenuGroup[];
  readonly place: () => MenuPlace;
  readonly onClose: () => void;
}

/** The place under an element. */
export const under = (element: Element): MenuPlace => {
  const { left, bottom } = element.getBoundingClientRect();
  return { left, top: bottom + 4 };
};

/** A menu that is open as long as it is rendered, at a place; on a phone a sheet at the bottom. */
export function MenuAt({ label, groups, place, onClose }: MenuAtProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const popover = box.current;
    if (!popover) return;
    const { left, top } = place();
    popover.showPopover();
    if (isNarrow()) return;
    const { width, height } = popover.getBoundingClientRect();
    popover.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`;
    popover.style.top = `${Math.max(8, Math.min(top, window.innerHeight - height - 8))}px`;
  }, []);
  return (
    <div
      aria-label={label}
      className={popoverClass}
      data-placed
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      popover="auto"
      ref={box}
      role="menu"
    >
      <MenuItems close={() => box.current?.hidePopover()} groups={groups} />
    </div>
  );
}

/** Entries of a menu, with the focus on the chosen or first one. */
export function MenuItems({ groups, close }: { readonly groups: readonly MenuGroup[]; readonly close: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The popover is shown after it has been rendered.
    requestAnimationFrame(() =>
      (box.current?.querySelector<HTMLElement>('[aria-checked="true"]') ?? itemsIn(box.current)[0])?.focus(),
    );
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of a menu are heard around its entries.
    <div className={css.items} onKeyDown={(event) => move(event, box.current)} ref={box} role="presentation">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a menu has groups, not sets of fields.
        <div aria-label={group.title} className={css.group} key={group.items[0]?.id} role="group">
          {group.title && (
            <div aria-hidden="true" className={css.title}>
              {group.title}
            </div>
          )}
          {group.items.map((item) => (
            <Entry close={close} item={item} key={item.id} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Entry({ item, close }: { readonly item: MenuItem; readonly close: () => void }) {
  const { label, icon, detail, isChecked, disabled, onChoose, onAim } = item;
  const choose = () => {
    if (disabled !== undefined) return;
    close();
    onChoose();
  };
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a checked entry is a menuitemradio.
    <button
      aria-checked={isChecked}
      aria-disabled={disabled !== undefined || undefined}
      className={css.item}
      onClick={choose}
      onFocus={onAim}
      onPointerEnter={onAim}
      role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
      tabIndex={-1}
      type="button"
    >
      {icon && <Icon name={icon} />}
      <span className={css.label}>{label}</span>
      {(disabled ?? detail) && <span className={css.detail}>{disabled ?? detail}</span>}
      {isChecked && <Icon name="check" />}
    </button>
  );
}

const itemsIn = (box: HTMLElement | null): readonly HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
];

function move(event: KeyboardEvent, box: HTMLElement | null): void {
  const items = itemsIn(box);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = targetOf(event.key, { items, at });
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  items[(next + items.length) % items.length]?.focus();
}

interface Place {
  readonly items: readonly HTMLElement[];
  readonly at: number;
}

function targetOf(key: string, { items, at }: Place): number | undefined {
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return items.length - 1;
  if (!/^[\p{L}\p{N}]$/u.test(key)) return undefined;
  const order = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  const found = order.find((each) => each.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
  return found === undefined ? undefined : items.indexOf(found);
}
