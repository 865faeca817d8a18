#!/bin/sh
# ssh_check.sh VCONFORM EXEC_PROGRAM: a program on another machine, by ssh to an sshd of this check on
# 127.0.0.1, which runs as the calling user. Where there is no sshd, that of Debian's package is unpacked
# and not installed: the package would open port 22 of the machine. Ends with 77, not run, without one.
set -eu

program=$(readlink -f -- "$1")
exec_program=$(readlink -f -- "$2")
here=$(dirname -- "$(readlink -f -- "$0")")
# shellcheck source=suites/ci/expect.sh
. "$here/../ci/expect.sh"
sshd_process=
# shellcheck disable=SC2154  # of expect.sh
trap '[ -z "$sshd_process" ] || kill "$sshd_process" 2>/dev/null || true; rm -rf "$scratch"' EXIT

sshd=/usr/sbin/sshd
libraries=
[ -x "$sshd" ] || {
  sshd=$scratch/unpacked/usr/sbin/sshd
  (
    cd "$scratch"
    apt-get -qq download openssh-server libwrap0
    for package in ./*.deb; do
      dpkg -x "$package" unpacked
    done
  ) || {
    echo 'ssh_check: there is no sshd, and the package openssh-server cannot be downloaded: see apt-get above' >&2
    exit 77
  }
  libraries=$(dirname -- "$(find "$scratch/unpacked" -name 'libwrap.so.0')")
}

# Root's sshd goes on without privileges in that folder, as the user sshd. Only an installed package has
# made that user: where there is none, this sshd alone sees one.
if [ "$(id -u)" -eq 0 ]; then
  mkdir -p /run/sshd
  getent passwd sshd >/dev/null ||
    { cat /etc/passwd && echo 'sshd:x:65533:65534::/run/sshd:/usr/sbin/nologin'; } >"$scratch/passwd"
fi
with_its_user() {
  [ -e "$scratch/passwd" ] || exec "$@"
  exec unshare --mount sh -c 'mount --bind "$0" /etc/passwd && exec "$@"' "$scratch/passwd" "$@"
}
for key in host user; do
  ssh-keygen -q -t ed25519 -N '' -f "$scratch/$key"
done
cp "$scratch/user.pub" "$scratch/authorized"
chmod 600 "$scratch/authorized"

serves() { ssh -F "$scratch/ssh_config" board true; }

# A port that is taken is no reason to fail: the next one.
port=20022
while [ "$port" -lt 20032 ]; do
  cat >"$scratch/sshd_config" <<CONF
ListenAddress 127.0.0.1
Port $port
HostKey $scratch/host
AuthorizedKeysFile $scratch/authorized
PidFile none
StrictModes no
UsePAM no
CONF
  cat >"$scratch/ssh_config" <<CONF
Host board
  HostName 127.0.0.1
  Port $port
  User $(id -un)
  IdentityFile $scratch/user
  IdentitiesOnly yes
  BatchMode yes
  StrictHostKeyChecking no
  UserKnownHostsFile /dev/null
  LogLevel ERROR
Host nowhere
  HostName 127.0.0.1
  Port 1
  BatchMode yes
CONF
  LD_LIBRARY_PATH=$libraries with_its_user "$sshd" -D -e -f "$scratch/sshd_config" 2>"$scratch/sshd_log" &
  sshd_process=$!
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    ! serves 2>/dev/null || break 2
    kill -0 "$sshd_process" 2>/dev/null || break
    sleep 1
  done
  kill "$sshd_process" 2>/dev/null || true
  port=$((port + 1))
done
serves || {
  echo 'ssh_check: no sshd of this check answers; its log:'
  cat "$scratch/sshd_log"
  exit 1
}

cd "$scratch"
far="exec:ssh -F $scratch/ssh_config board"
run "$program" smoke "$far $exec_program"
claim 'the smoke test of a far program passes' exits 0
claim 'it tries what the program claims' prints '1 of 1 instruction ok'
run "$program" certify --backend "$far $exec_program" --level quick --family vconv --profile a2 --out far
claim 'a far program is certified' exits 0
claim 'it conforms' prints 'conforms on 1 of'
run "$program" smoke "$far false"
claim 'a far program that ends at once is no backend' exits 3
run "$program" smoke "exec:ssh -F $scratch/ssh_config nowhere $exec_program"
claim 'a machine that does not answer is no backend' exits 3

finish
