'use strict';
/* The server of boardgame.io: `node server.js KEY CERTIFICATE`. Its first line has two ports: that of the matches, over TLS, and
that of the lobby. When its input ends, it prints the processor time of each match, in microseconds, and ends. */

const fs = require('fs');
const { Origins, Server } = require('boardgame.io/server');
const { Stopwatch } = require('./stopwatch');
const { tink } = require('./tink');

const [key, cert] = process.argv.slice(2).map((file) => fs.readFileSync(file));
const server = Server({ games: [tink({ optimistic: true })], origins: [Origins.LOCALHOST], https: { key, cert } });

const watches = {};
const setState = server.db.setState.bind(server.db);
server.db.setState = (match, state, log) => {
  setState(match, state, log);
  (watches[match] ??= new Stopwatch()).see(state.ctx);
};

/* Over TLS boardgame.io 0.50 serves no lobby at the port of the matches. It takes a port 0 as none, but not a port '0'. */
server.run({ port: 0, lobbyConfig: { apiPort: '0' } }).then(({ appServer, apiServer }) =>
  console.log(JSON.stringify([appServer, apiServer].map((each) => each.address().port))));

process.stdin.resume().on('end', () => {
  const matches = Object.entries(watches).map(([match, { cpu }]) => [match, cpu]);
  process.stdout.write(JSON.stringify(Object.fromEntries(matches)) + '\n', () => process.exit());
});
