/** What asks the directory of a company: LDAP, with nothing believed that comes from there. */
export { LdaptsDirectory } from './ldapts-directory.ts';
