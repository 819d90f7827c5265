/** What can be done to a race. Every one is real: signals to processes, cut links, stopped servers. */
import type { Localized } from "./language";

export const FAULT_IDS = [
  "spam-click",
  "holder-killed",
  "holder-killed-no-ttl",
  "holder-paused",
  "slow-work",
  "foreign-release",
  "no-backoff",
  "failover",
  "redlock-1-frozen",
  "redlock-2-frozen",
  "redlock-3-frozen",
  "redis-gone",
  "clock-jump",
] as const;
export type FaultId = (typeof FAULT_IDS)[number];

export interface Fault {
  id: FaultId;
  title: Localized;
  /** What the lab does, in one or two sentences. */
  what: Localized;
}

export const FAULTS: readonly Fault[] = [
  {
    id: "spam-click",
    title: { en: "Spam-click", vi: "Bấm liên tục" },
    what: {
      en: "Every buyer clicks five times at once.",
      vi: "Mỗi người mua bấm năm lần cùng lúc.",
    },
  },
  {
    id: "holder-killed",
    title: { en: "Holder killed", vi: "Tiến trình giữ khoá bị giết" },
    what: {
      en: "The first buyer's process gets SIGKILL between looking and writing. The others come at once, and a last one after the lock's time to live.",
      vi: "Tiến trình của người mua đầu tiên nhận SIGKILL giữa lúc xem và lúc ghi. Những người khác đến ngay, và một người cuối cùng đến sau khi khoá hết hạn.",
    },
  },
  {
    id: "holder-killed-no-ttl",
    title: { en: "Holder killed, lock without TTL", vi: "Giết tiến trình, khoá không có TTL" },
    what: {
      en: "The same, but the lock was taken without a time to live: nothing ever removes it.",
      vi: "Như trên, nhưng khoá được lấy mà không có TTL: không gì gỡ nó ra nữa.",
    },
  },
  {
    id: "holder-paused",
    title: { en: "Holder paused beyond the TTL", vi: "Tiến trình giữ khoá ngừng lâu hơn TTL" },
    what: {
      en: "The first buyer's process gets SIGSTOP just before it writes, the others come after the lock has lapsed, then SIGCONT lets it write. A garbage collection or a suspended machine does the same.",
      vi: "Tiến trình của người đầu tiên nhận SIGSTOP ngay trước khi ghi, những người khác đến sau khi khoá hết hạn, rồi SIGCONT cho nó ghi tiếp. Bộ gom rác hay một máy bị treo cũng gây ra y như vậy.",
    },
  },
  {
    id: "slow-work",
    title: { en: "Work slower than the TTL", vi: "Việc lâu hơn TTL" },
    what: {
      en: "The first buyer thinks for two and a half times the lock's time to live. Its process is alive all the while.",
      vi: "Người đầu tiên suy nghĩ lâu gấp hai lần rưỡi TTL của khoá. Tiến trình vẫn sống suốt thời gian đó.",
    },
  },
  {
    id: "foreign-release",
    title: { en: "Someone else's lock released", vi: "Nhả nhầm khoá của người khác" },
    what: {
      en: "The first buyer outlives its lock, a second takes it, then the first one's card is declined and it releases “its” lock. A third comes while the second is still at work.",
      vi: "Người thứ nhất giữ lâu hơn hạn khoá, người thứ hai lấy được khoá, rồi thẻ của người thứ nhất bị từ chối và nó nhả khoá “của mình”. Người thứ ba đến khi người thứ hai còn đang làm.",
    },
  },
  {
    id: "no-backoff",
    title: { en: "Retry without backoff", vi: "Thử lại không nghỉ" },
    what: {
      en: "Whoever waits for the lock asks again at once, without a pause. Watch the Redis commands.",
      vi: "Ai đợi khoá thì hỏi lại ngay, không nghỉ. Hãy nhìn số lệnh Redis.",
    },
  },
  {
    id: "failover",
    title: { en: "Failover", vi: "Chuyển sang bản sao" },
    what: {
      en: "The link to the replica is cut, the first buyer locks on the primary, the primary gets SIGKILL and the replica, which never saw the lock, is promoted.",
      vi: "Đường nối tới bản sao bị cắt, người đầu tiên khoá trên máy chính, máy chính nhận SIGKILL và bản sao, vốn chưa hề thấy khoá, lên thay.",
    },
  },
  {
    id: "redlock-1-frozen",
    title: { en: "1 of 5 nodes frozen", vi: "1 trong 5 nút đóng băng" },
    what: { en: "One Redlock node gets SIGSTOP.", vi: "Một nút Redlock nhận SIGSTOP." },
  },
  {
    id: "redlock-2-frozen",
    title: { en: "2 of 5 nodes frozen", vi: "2 trong 5 nút đóng băng" },
    what: {
      en: "Two Redlock nodes get SIGSTOP: three are left, just the quorum.",
      vi: "Hai nút Redlock nhận SIGSTOP: còn ba nút, vừa đủ đa số.",
    },
  },
  {
    id: "redlock-3-frozen",
    title: { en: "3 of 5 nodes frozen", vi: "3 trong 5 nút đóng băng" },
    what: {
      en: "Three Redlock nodes get SIGSTOP: no quorum is left.",
      vi: "Ba nút Redlock nhận SIGSTOP: không còn đủ đa số.",
    },
  },
  {
    id: "redis-gone",
    title: { en: "Redis gone", vi: "Mất Redis" },
    what: {
      en: "The lab's Redis gets SIGKILL before the burst.",
      vi: "Redis của phòng thí nghiệm nhận SIGKILL trước khi cuộc đua bắt đầu.",
    },
  },
  {
    id: "clock-jump",
    title: { en: "The client's clock jumps", vi: "Đồng hồ máy khách nhảy" },
    what: {
      en: "Between lock and write the first buyer's wall clock is set back an hour, and its work outlasts the lock. It is the clock its process reads that is moved: the machine's own, and the Redis nodes' clocks, cannot be moved from here.",
      vi: "Giữa lúc khoá và lúc ghi, đồng hồ của người đầu tiên bị lùi một giờ, và việc của nó lâu hơn hạn khoá. Chỉ đồng hồ mà tiến trình ấy đọc bị dời: đồng hồ của máy và của các nút Redis thì từ đây không dời được.",
    },
  },
];
