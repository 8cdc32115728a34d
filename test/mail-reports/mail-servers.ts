import { execFile, spawn } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The machine's Postfix and Dovecot, in a folder of their own. They need root, to start as in production. */

const run = promisify(execFile);

/** Ports of this machine. Postfix takes mails at `smtp` and passes those for `home.example` on to `families`. */
interface Ports {
  readonly smtp: number;
  readonly imap: number;
  readonly families: number;
}

/** Starts both. `bounces@mail.school.example`, also with a plus, is the mailbox of `bounces` with the password `secret`. */
export async function startMailServers(ports: Ports): Promise<{ close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-mail-servers-'));
  await chmod(folder, 0o755);
  const [postfix, mail] = [join(folder, 'postfix'), join(folder, 'mail')];
  for (const each of ['postfix', 'spool', 'lib', 'mail', 'run', 'state']) await mkdir(join(folder, each));
  const idOf = async (name: string) => Number((await run('id', ['-u', name])).stdout);
  await chown(join(folder, 'lib'), await idOf('postfix'), 0);
  await chown(mail, await idOf('mail'), 8);
  await cp('/etc/postfix', postfix, { recursive: true, dereference: true });
  await writeFile(join(postfix, 'main.cf'), postfixSettings(folder, ports));
  await writeFile(join(postfix, 'master.cf'), postfixServices(ports));
  await writeFile(join(folder, 'dovecot.conf'), dovecotSettings(folder, ports));
  await run('/usr/sbin/postfix', ['-c', postfix, 'start'], { timeout: 20_000 });
  const dovecot = spawn('/usr/sbin/dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  return {
    close: async () => {
      dovecot.kill();
      await run('/usr/sbin/postfix', ['-c', postfix, 'stop'], { timeout: 20_000 });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function postfixSettings(folder: string, { families }: Ports): string {
  return `compatibility_level = 3.6
queue_directory = ${folder}/spool
data_directory = ${folder}/lib
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
myhostname = relay.example
mydestination =
inet_interfaces = 127.0.0.1
mynetworks = 127.0.0.0/8
maillog_file = ${folder}/mail.log
maillog_file_prefixes = /dev, /var, /tmp
recipient_delimiter = +
bounce_queue_lifetime = 1m
transport_maps = inline:{ home.example=smtp:[127.0.0.1]:${families} }
relay_domains = home.example
virtual_mailbox_domains = mail.school.example
virtual_mailbox_maps = inline:{ bounces@mail.school.example=bounces/Maildir/ }
virtual_mailbox_base = ${folder}/mail
virtual_uid_maps = static:8
virtual_gid_maps = static:8
virtual_minimum_uid = 1
`;
}

function postfixServices({ smtp }: Ports): string {
  const inner = [
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'smtp unix - - n - - smtp',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'virtual unix - n n - - virtual',
    'anvil unix - - n - 1 anvil',
    'scache unix - - n - 1 scache',
    'proxymap unix - - n - - proxymap',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'postlog unix-dgram n - n - 1 postlogd',
  ];
  return [`127.0.0.1:${smtp} inet n - n - - smtpd`, ...inner, ''].join('\n');
}

function dovecotSettings(folder: string, { imap }: Ports): string {
  return `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=8 gid=8 home=${folder}/mail/%u
}
mail_location = maildir:~/Maildir
first_valid_uid = 1
first_valid_gid = 1
service imap-login {
  chroot =
  inet_listener imap {
    port = ${imap}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
namespace inbox {
  inbox = yes
}
`;
}
