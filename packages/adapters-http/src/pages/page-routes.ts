import { OK } from '@backroom/core/interface';
import { digestOf } from '../common/write-answer.ts';
import { styleSheet } from '../public/style-sheet.ts';
import { account } from './account/account.ts';
import type { PageRoute } from './admin.ts';
import { authorisation } from './authorise-application.ts';
import { connector } from './connector/connector.ts';
import { download, downloadFeed, downloadPackage, isDownload, isFeed, isPackage } from './download.ts';
import { logIn } from './log-in.ts';
import { mailPhone } from './mail-phone.ts';
import { mailView } from './mail-view.ts';
import { market } from './market.ts';
import { phoneScript } from './phone-script.ts';
import { phones } from './phones.ts';
import { signInLink } from './sign-in-link.ts';
import { logOut, startPage } from './start.ts';
import { adminStyle } from './style.ts';

const asset = (content: string, contentType: string): PageRoute => {
  const headers = { 'cache-control': 'public, max-age=3600', etag: digestOf(content) };
  return { get: async () => ({ status: OK, headers, content, contentType }), isForAll: true };
};

const start: PageRoute = {
  get(call) {
    if (isDownload(call)) return download(call);
    if (isPackage(call)) return downloadPackage(call);
    return isFeed(call) ? downloadFeed(call) : startPage(call);
  },
};

/** The pages by path below the admin path. */
export const pageRoutes: Readonly<Record<string, PageRoute>> = {
  '': start,
  '/': start,
  '/account': account,
  '/login': logIn,
  '/logout': { post: logOut },
  '/open': signInLink,
  '/authorize-application.php': authorisation,
  '/connector': connector,
  '/mail-phone': mailPhone,
  '/mail-view': mailView,
  '/market': market,
  '/phones': phones,
  '/phones.js': asset(phoneScript, 'text/javascript; charset=utf-8'),
  '/style.css': { get: (call) => styleSheet(call.admin.core, call, adminStyle), isForAll: true },
};
