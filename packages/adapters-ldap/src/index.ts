/** LDAP adapter of the user directory; input from the directory server is treated as untrusted. */
export { LdaptsDirectory } from './ldapts-directory.ts';
