import { type Lesson, race, right, wrong } from "../lesson";

export const locksThatNeverDie: Lesson = {
  slug: "locks-that-never-die",
  title: { en: "Locks that never die", vi: "Khoá không bao giờ chết" },
  idea: {
    en: "A lock must end by itself, because its holder may not live to end it.",
    vi: "Khoá phải tự hết, vì người giữ nó có thể không còn sống để nhả.",
  },
  story: {
    en: [
      "A buyer takes the lock, and then its process is killed: out of memory, a deployment, a pulled plug. The line of code that releases the lock never runs, and no `finally` can change that.",
      "In this lesson that really happens. The process of the first buyer gets SIGKILL between its look and its write. The other buyers come at once, and one comes later.",
    ],
    vi: [
      "Một người mua lấy được khoá, rồi tiến trình của họ bị giết: hết bộ nhớ, triển khai bản mới, ai đó rút phích cắm. Dòng mã nhả khoá không bao giờ được chạy, và không `finally` nào cứu được.",
      "Trong bài này chuyện đó xảy ra thật. Tiến trình của người đầu tiên nhận SIGKILL giữa lúc xem và lúc ghi. Những người khác đến ngay, và một người đến sau.",
    ],
  },
  predict: {
    ask: {
      en: "The dead buyer's lock was taken without a time to live. When can the next buyer have the seat?",
      vi: "Khoá của người đã chết được lấy mà không có hạn. Bao giờ người kế tiếp mua được ghế?",
    },
    choices: [
      wrong({
        en: "At once: Redis notices that the holder is gone.",
        vi: "Ngay: Redis biết người giữ đã mất.",
      }),
      wrong({ en: "After a minute or so.", vi: "Sau chừng một phút." }),
      right({ en: "Never.", vi: "Không bao giờ." }),
    ],
    run: race(["redis-lock-article", "holder-killed-no-ttl"], ["redis-lock-article", "holder-killed"], {
      buyers: 8,
    }),
  },
  see: [
    {
      text: {
        en: "The dashed lines are what the lab did: SIGKILL to the holder, and later the last buyer's arrival.",
        vi: "Các đường đứt là việc phòng thí nghiệm đã làm: SIGKILL người giữ khoá, rồi người cuối cùng đến.",
      },
      lights: { moments: ["incidents"] },
    },
    {
      text: {
        en: "Without a time to live everybody is refused, also the last one. The seat is free in Postgres and cannot be sold.",
        vi: "Không có hạn thì ai cũng bị từ chối, kể cả người cuối. Ghế còn trống trong Postgres mà không bán được.",
      },
      lights: { side: 1, lanes: "unsold", moments: ["lock"] },
    },
    {
      text: {
        en: "With it, the crowd that came at once is refused too. But the last buyer, who came when the lock had lapsed, gets the seat.",
        vi: "Có hạn thì đám đông đến ngay cũng bị từ chối. Nhưng người cuối, đến khi khoá đã hết hạn, mua được ghế.",
      },
      lights: { side: 2, lanes: "sold", moments: ["first sale", "lock"] },
    },
  ],
  why: {
    en: [
      "Redis does not tie a key to the connection that wrote it. A key without a time to live stays until somebody deletes it, and the one who should have done so is dead. So every lock gets a time to live **in the same command** that takes it. `SET` first and `EXPIRE` second leaves a moment between the two in which one can die.",
      "The same holds for people. Someone closes the browser with a seat in the basket: that seat must come back by itself. Hence the countdown when you hold a seat in this cinema.",
      "How long? Longer than the work can take, or dead locks are the least of your worries (lessons 7 and 9). Not much longer, or a crash costs everyone that long. The blog articles on distributed locks, which this lab also goes back to, take 30 seconds; this lesson's locks live one second, so that you need not wait.",
      "Release in `finally` all the same. The time to live is for the deaths; `finally` is for the living who stumble.",
    ],
    vi: [
      "Redis không gắn một khoá với kết nối đã ghi nó. Khoá không có hạn thì nằm đó tới khi có ai xoá, mà người phải xoá thì đã chết. Vậy nên khoá nào cũng phải có hạn **ngay trong câu lệnh** lấy khoá. `SET` trước rồi `EXPIRE` sau thì giữa hai lệnh vẫn có một khoảnh khắc để chết.",
      "Với con người cũng thế. Ai đó đóng trình duyệt khi đang giữ một ghế: ghế đó phải tự trở lại. Vì vậy mới có đồng hồ đếm ngược khi bạn giữ ghế trong rạp này.",
      "Bao lâu? Lâu hơn thời gian làm việc, nếu không thì khoá chết là chuyện nhỏ nhất (bài 7 và bài 9). Đừng lâu hơn nhiều, nếu không mỗi lần chết mọi người phải đợi chừng ấy. Các bài blog về khoá phân tán, nguồn thứ hai của phòng thí nghiệm này, lấy 30 giây; khoá trong bài này sống một giây, để bạn khỏi đợi.",
      "Dù vậy vẫn phải nhả trong `finally`. Hạn của khoá là để phòng khi chết; `finally` là để lo cho kẻ còn sống mà vấp ngã.",
    ],
  },
  corrections: {
    en: [
      "This is the first of four well-known mistakes with locks: no time to live (this lesson), release without asking whose lock it is (lesson 6), a time to live shorter than the work (lesson 7), retry without a pause (lesson 8).",
    ],
    vi: [
      "Đây là lỗi đầu trong bốn lỗi kinh điển với khoá: không có hạn (bài này), nhả mà không hỏi khoá của ai (bài 6), hạn ngắn hơn công việc (bài 7), thử lại không nghỉ (bài 8).",
    ],
  },
  question: {
    ask: {
      en: "A row lock in Postgres has no time to live. The holder is killed in the same way. Is the seat lost?",
      vi: "Khoá dòng trong Postgres không có hạn. Người giữ cũng bị giết như vậy. Ghế có mất không?",
    },
    choices: [
      wrong({ en: "Yes, until an administrator steps in.", vi: "Mất, tới khi quản trị viên can thiệp." }),
      right({ en: "No, somebody else buys it.", vi: "Không, người khác mua được." }),
    ],
    run: race(["row-lock", "holder-killed"], null, { buyers: 8 }),
    answer: {
      en: [
        "The lock belongs to the transaction, and the transaction to the connection. The system closes a dead process's connections, Postgres notices, rolls back and lets go. A lock that lives with the connection needs no clock. (If the whole machine disappears and nobody closes the connection, Postgres needs its keep-alive settings to notice.)",
      ],
      vi: [
        "Khoá thuộc về giao dịch, giao dịch thuộc về kết nối. Hệ điều hành đóng kết nối của tiến trình đã chết, Postgres biết, hoàn tác và nhả khoá. Khoá sống theo kết nối thì không cần đồng hồ. (Nếu cả máy biến mất và không ai đóng kết nối, Postgres cần thiết lập keep-alive mới biết được.)",
      ],
    },
  },
};
