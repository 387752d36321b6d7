/** Words of the protocol. A user who is connected to no other host reads them in doctor, serve and --debug alone. */
export const insideWords = /\b(?:hosts?|embedded|containers?|providers?|gates?|degraded|scopes?)\b/i;
