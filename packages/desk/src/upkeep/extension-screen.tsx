import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import {
  type Extension,
  extensionLogQuery,
  extensionsQuery,
  offersQuery,
  removalKey,
} from '../data/administration/extensions.ts';
import { Bone, Pill, Sheet } from '../kit/bits.tsx';
import { Facts } from '../kit/facts.tsx';
import { Notice, Screen, softClass, transcriptClass } from '../kit/layout.tsx';
import { Failure, PageNotice } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { BackLink } from '../shell/records/back-link.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { ExtensionActions } from './extension-actions.tsx';
import { ExtensionSettings } from './extension-settings.tsx';
import { StatePill } from './extension-state.tsx';
import css from './upkeep.module.css';

/** An installed extension: its state, rights, settings and log. */
export function ExtensionScreen() {
  const { shell, state, upkeep } = useWords();
  const { extensions: words } = upkeep;
  const { slug = '' } = useParams({ strict: false }) as { readonly slug?: string };
  const query = useQuery(extensionsQuery);
  const offers = useQuery(offersQuery('plugin', 1));
  const isBeingRemoved = useIsMutating({ mutationKey: removalKey(slug) }) > 0;
  const extension = query.data?.find((each) => each.slug === slug);
  const update = offers.data?.rows.find((each) => each.slug === slug && each.has_update)?.version;
  // With an older answer the settings that are typed stay.
  if (query.isError && !query.data) return <Failure error={query.error} retry={query.refetch} />;
  if (query.data && !extension)
    return (
      <PageNotice action={<ScreenLink to="/extensions">{shell.screens.extensions}</ScreenLink>} title={slug}>
        {state.missing}
      </PageNotice>
    );
  return (
    <Screen>
      <PageHead
        back={<BackLink to="/extensions">{shell.screens.extensions}</BackLink>}
        detail={extension && <StatePill state={extension.state} />}
        title={extension?.title ?? slug}
      >
        {extension && <ExtensionActions extension={extension} update={update} />}
      </PageHead>
      {extension?.failure != null && (
        <Notice role="alert" tone="bad">
          {words.failure}: {extension.failure}
        </Notice>
      )}
      <div className={css.columns}>
        {extension ? (
          <About extension={extension} />
        ) : (
          <Sheet>
            <Bone width={30} />
          </Sheet>
        )}
        {extension && <ExtensionSettings extension={extension} />}
      </div>
      {/* A request for the log that is on its way is aborted: its answer after the removal would be a 404. */}
      {extension && !isBeingRemoved && <Log key={slug} listedAt={query.dataUpdatedAt} slug={slug} />}
    </Screen>
  );
}

function About({ extension }: { readonly extension: Extension }) {
  const { extensions: words } = useWords().upkeep;
  const { moment, list } = useFormats();
  const { rights, activated_at: activated } = extension;
  return (
    <Sheet title={words.facts}>
      <Facts
        facts={[
          [
            words.version,
            <>
              {extension.version} {!extension.is_signed && <Pill tone="warn">{words.unsigned}</Pill>}
            </>,
          ],
          [words.rights, rights.length === 0 ? words.noRights : list(rights.map((each) => words.right[each] ?? each))],
          [words.installedAt, moment(extension.installed_at)],
          ...(activated === null ? [] : [[words.activatedAt, moment(activated)] as const]),
        ]}
      />
    </Sheet>
  );
}

function Log({ slug, listedAt }: { readonly slug: string; readonly listedAt: number }) {
  const { extensions: words } = useWords().upkeep;
  const query = useQuery(extensionLogQuery(slug, listedAt));
  const lines = query.data?.lines ?? [];
  return (
    <Sheet title={words.log}>
      {query.isError && <Failure error={query.error} retry={query.refetch} />}
      {query.isPending && <Bone width={30} />}
      {query.data && lines.length === 0 && <p className={softClass}>{words.noLog}</p>}
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that is longer than its place is scrolled by keys.
        <pre aria-label={words.log} className={transcriptClass} role="log" tabIndex={0}>
          {lines.join('\n')}
        </pre>
      )}
    </Sheet>
  );
}
