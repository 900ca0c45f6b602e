/** Writing to these is writing nowhere in particular. */
const HARMLESS = /^\/dev\/(null|stdout|stderr|fd\/\d+)$/;
const READABLE =
  /^\/dev\/(null|zero|full|random|urandom|stdin|stdout|stderr|tty|fd(\/\d+)?|shm(\/.*)?|pts(\/.*)?)?$/;
const DISK =
  /^\/dev\/(sd|hd|vd|xvd|nvme|mmcblk|loop|dm-|md|nbd|sr|ram|zram|disk|rdisk|mapper|disk\/|mem$|kmem$|port$|root$)/;
const NETWORK = /^\/dev\/(tcp|udp)(\/|$)/;

export type DeviceUse = "nothing" | "harmless" | "disk" | "network" | "other";

/** What a path below /dev means before any link is followed: bash gives some of these names a meaning itself. */
export function deviceUse(path: string, writes: boolean): DeviceUse {
  if (path !== "/dev" && !path.startsWith("/dev/")) return "nothing";
  if (HARMLESS.test(path)) return "harmless";
  if (NETWORK.test(path)) return "network";
  if (DISK.test(path)) return "disk";
  if (!writes && (path === "/dev" || READABLE.test(path))) return "harmless";
  return "other";
}
