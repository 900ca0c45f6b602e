/** Never pre-approvable: they take over the machine, wipe disks or stop the system. */
export const TIER_ONE: readonly string[] = [
  ..."sudo su doas pkexec runas sudoedit sg run0".split(" "),
  ..."mkfs dd shred fdisk sfdisk cfdisk gdisk sgdisk cgdisk parted partprobe wipefs blkdiscard".split(" "),
  ..."lvm lvremove vgremove pvremove lvreduce pvcreate vgcreate cryptsetup mkswap mke2fs hdparm nvme diskutil".split(
    " ",
  ),
  ..."shutdown reboot halt poweroff init telinit kexec".split(" "),
];

const NAMES = new Set(TIER_ONE);

export const isTierOne = (name: string): boolean => NAMES.has(name) || name.startsWith("mkfs.");
