# A Debian in a folder, run by its own systemd, for the scripts in this folder; to be sourced after lib.sh. It needs root.
# It has its own processes, mounts, network (only a loopback interface) and cgroup tree.

systemd_process=  # the pid of unshare, whose only child is systemd
systemd_folder=

# systemd_start ROOT: returns when all units have been started.
systemd_start() {
  systemd_folder=$(mktemp -d)
  unshare --mount sh -euc '
    mount --make-rprivate /
    mount -t cgroup2 cgroup2 "$1"
    mkdir "$1/dimma-test-$$"
    echo "$$" > "$1/dimma-test-$$/cgroup.procs"
    exec unshare --mount --pid --cgroup --ipc --uts --net --fork --kill-child=KILL sh -euc '\''
      mount --bind "$0" "$0"
      cd "$0"
      mount -t proc proc proc
      mount -t sysfs -o ro,nosuid,nodev,noexec sysfs sys
      mount -t cgroup2 cgroup2 sys/fs/cgroup
      mount -t tmpfs -o mode=755,nosuid tmpfs dev
      for device in null zero full random urandom tty; do
        touch "dev/$device"
        mount --bind "/dev/$device" "dev/$device"
      done
      mkdir dev/shm dev/pts
      mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs dev/shm
      mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
      ln -s pts/ptmx dev/ptmx
      ln -s /proc/self/fd dev/fd
      mount -t tmpfs -o mode=755,nosuid,nodev tmpfs run
      ip link set lo up
      # Services get their own mounts, for which the root has to be a mount and not a chroot.
      pivot_root . mnt
      exec chroot . env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin container=dimma-test sh -euc "
        umount -l /mnt
        exec /lib/systemd/systemd --unit=multi-user.target"'\'' "$0"' \
    "$1" "$systemd_folder" >"$systemd_folder.log" 2>&1 </dev/null &
  systemd_process=$!
  local i state
  for i in $(seq 300); do
    state=$(systemd_run systemctl is-system-running 2>/dev/null) || true
    case $state in running | degraded) return ;; esac
    kill -0 "$systemd_process" 2>/dev/null || break
    sleep 0.2
  done
  cat "$systemd_folder.log"
  fail "no systemd could be started in $1 (it is ${state:-not there})"
}

# systemd_run COMMAND...: runs it within that Debian.
systemd_run() {
  local init
  init=$(cat "/proc/$systemd_process/task/$systemd_process/children")
  timeout --kill-after=10 100 nsenter --target "${init% }" --mount --pid --ipc --uts --net --cgroup --root --wd \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive "$@"
}

# Ends that Debian, with all of its processes.
systemd_end() {
  if [ -z "$systemd_process" ]; then return; fi
  # unshare blocks other signals; systemd ends with it.
  kill -KILL "$systemd_process" 2>/dev/null || true
  wait "$systemd_process" 2>/dev/null || true
  unshare --mount sh -euc '
    mount --make-rprivate /
    mount -t cgroup2 cgroup2 "$0"
    for try in $(seq 50); do
      if [ ! -d "$0/dimma-test-$1" ] || find "$0/dimma-test-$1" -depth -type d -exec rmdir {} + 2>/dev/null; then exit; fi
      sleep 0.1
    done' "$systemd_folder" "$systemd_process"
  rm -rf "$systemd_folder" "$systemd_folder.log"
  systemd_process=
}
