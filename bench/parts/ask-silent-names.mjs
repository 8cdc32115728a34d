import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

/** Loaded before a program: its resolvers ask the name server at SILENT_NAMES. */
dns.Resolver = class extends dns.Resolver {
  constructor(options) {
    super(options);
    this.setServers([process.env.SILENT_NAMES]);
  }
};
syncBuiltinESMExports();
