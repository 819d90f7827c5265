import { type Lesson, race, right, wrong } from "../lesson";

export const efficiencyOrCorrectness: Lesson = {
  slug: "efficiency-or-correctness",
  title: {
    en: "Locks that save work, locks that keep it right",
    vi: "Khoá để đỡ tốn công, khoá để cho đúng",
  },
  idea: {
    en: "Ask what happens when two hold the lock at once. If the answer is “we work twice”, a simple lock will do. If it is “we are wrong”, no lock alone will.",
    vi: "Hãy hỏi: nếu hai người cùng giữ khoá thì sao? Nếu là “làm hai lần”, khoá đơn giản là đủ. Nếu là “sai”, thì không cái khoá nào tự nó đủ.",
  },
  story: {
    en: [
      "The articles list six uses for a distributed lock: inventory, scheduled jobs, rate limits, leader election, payments, the cache stampede. They are two kinds. A report that is mailed by two servers is a nuisance. A cache that two servers fill at once costs a query more. A leader that is not alone for a second does some work twice, if its work can be done twice.",
      "A seat that two people own, and a card that is charged twice, are something else. For those the lock is not what makes it right; it only decides how many come to the place that does.",
      "On both sides here the lock is broken in the same way: its holder sleeps, and another takes over. On the left nothing stands behind the lock. On the right the write itself asks.",
    ],
    vi: [
      "Các bài viết kể sáu chỗ dùng khoá phân tán: kho hàng, tác vụ định kỳ, giới hạn tốc độ, bầu máy dẫn đầu, thanh toán, dồn cục bộ nhớ đệm. Chúng thuộc hai loại. Báo cáo bị hai máy chủ cùng gửi thì phiền. Bộ đệm bị hai máy cùng nạp thì tốn thêm một truy vấn. Máy dẫn đầu mà trong một giây không phải duy nhất thì làm vài việc hai lần, nếu việc ấy làm hai lần được.",
      "Một ghế có hai chủ, một thẻ bị trừ tiền hai lần, là chuyện khác. Với chúng, khoá không phải thứ làm cho đúng; nó chỉ quyết định bao nhiêu người tới được chỗ làm cho đúng.",
      "Ở cả hai bên, khoá hỏng theo cùng một cách: người giữ ngủ, và người khác lên thay. Bên trái, sau khoá không còn gì. Bên phải, chính lệnh ghi biết hỏi.",
    ],
  },
  predict: {
    ask: {
      en: "A lock in a table, as job schedulers have it, and Last Seat. In both the first holder sleeps beyond its time. Which would you use for a nightly report, and which for the seat?",
      vi: "Khoá trong một bảng, như các bộ lập lịch hay dùng, và Last Seat. Ở cả hai, người giữ đầu tiên ngủ quá hạn. Bạn dùng cái nào cho báo cáo hằng đêm, cái nào cho ghế?",
    },
    choices: [
      wrong({ en: "The lock table for both: it has an expiry.", vi: "Bảng khoá cho cả hai: nó có hạn mà." }),
      right({
        en: "The lock table for the report; for the seat what asks with the write.",
        vi: "Bảng khoá cho báo cáo; với ghế thì cái biết hỏi khi ghi.",
      }),
      wrong({ en: "Neither is good for anything.", vi: "Cả hai đều vô dụng." }),
    ],
    run: race(["lock-table", "holder-paused"], ["last-seat", "holder-paused"], { buyers: 6 }),
  },
  see: [
    {
      text: {
        en: "On the left the row of the lock lapses while its holder sleeps, the next one takes it, and both write. For a report: two mails. For the seat: two owners.",
        vi: "Bên trái, dòng khoá hết hạn lúc người giữ đang ngủ, người kế tiếp lấy được, và cả hai cùng ghi. Với báo cáo: hai lá thư. Với ghế: hai chủ.",
      },
      lights: { side: 1, moments: ["incidents", "lock"], steps: ["write"] },
    },
    {
      text: {
        en: "On the right the guard lapses in the same way, and the sleeper's write comes to nothing.",
        vi: "Bên phải, chốt chặn cũng hết hạn y như vậy, và lệnh ghi của người ngủ chẳng đổi được gì.",
      },
      lights: { side: 2, steps: ["write"] },
    },
  ],
  why: {
    en: [
      "**Scheduled jobs.** A lock with an expiry longer than the job, in whatever store is there: the table of this lesson, or one Redis. If it fails, the job runs twice; write the job so that this does no harm, for instance by noting what it has done under the job's date.",
      "**Cache stampede.** A lock keeps a thousand readers from filling the same entry. Whoever does not get it may read the old entry, wait a little, or fill it as well. Losing such a lock costs a query. Wait for it longer than the query takes, and the lock costs more than it saves.",
      "**Leader election.** A lease says who should lead, and two may believe it for a while, as with every lock that can lapse. What the leader writes needs a number that grows with each leader, and a place that refuses the older one: the fence of [lesson 9](/lab/lessons/the-long-pause). This lab's queue has a leader of that kind, and its write keeps its condition.",
      "**Inventory and payments.** The condition in the store, or a key that makes a repetition harmless. A lock in front of it keeps the crowd away; that is efficiency again, and worth having: it is what Redis does in this product.",
    ],
    vi: [
      "**Tác vụ định kỳ.** Một khoá có hạn dài hơn tác vụ, để ở kho nào sẵn có cũng được: cái bảng trong bài này, hay một Redis. Nếu nó hỏng, tác vụ chạy hai lần; hãy viết tác vụ sao cho điều đó vô hại, chẳng hạn ghi lại việc đã làm theo ngày của tác vụ.",
      "**Dồn cục bộ nhớ đệm.** Khoá giữ cho một nghìn người đọc không cùng nạp một mục. Ai không lấy được thì đọc mục cũ, đợi một chút, hoặc cũng nạp luôn. Mất cái khoá ấy chỉ tốn một truy vấn. Đợi nó lâu hơn truy vấn thì khoá còn đắt hơn thứ nó tiết kiệm.",
      "**Bầu máy dẫn đầu.** Lease nói ai nên dẫn đầu, và có lúc hai máy cùng tin là mình, như mọi cái khoá có thể hết hạn. Thứ máy dẫn đầu ghi cần một con số tăng theo mỗi lần thay, và một chỗ từ chối số cũ hơn: hàng rào ở [bài 9](/lab/lessons/the-long-pause). Hàng đợi của phòng thí nghiệm này có máy dẫn đầu kiểu ấy, và lệnh ghi của nó vẫn giữ điều kiện.",
      "**Kho hàng và thanh toán.** Điều kiện nằm trong kho dữ liệu, hoặc một khoá định danh làm cho việc lặp lại vô hại. Cái khoá đứng trước nó giữ cho đám đông ở ngoài; đó lại là chuyện đỡ tốn công, và đáng có: Redis trong sản phẩm này làm đúng việc ấy.",
    ],
  },
  corrections: {
    en: [
      "The articles' tables rank locks by safety: medium, high, very high. The ranking that helps is the other one: what it costs when the lock fails. A rank of “very high” does not make a report worth three more servers, and does not make a seat safe.",
    ],
    vi: [
      "Bảng của các bài viết xếp khoá theo độ an toàn: trung bình, cao, rất cao. Cách xếp có ích là cách kia: khoá hỏng thì mất gì. Hạng “rất cao” không làm cho một báo cáo đáng thêm ba máy chủ, cũng không làm cho ghế được an toàn.",
    ],
  },
  question: {
    ask: {
      en: "The job may really run only once, and it takes longer than anyone foresaw. Which lock keeps the second one out while the first is still at work, awake?",
      vi: "Tác vụ thật sự chỉ được chạy một lần, và nó lâu hơn mọi dự đoán. Khoá nào giữ được người thứ hai ở ngoài khi người thứ nhất còn đang làm, còn thức?",
    },
    choices: [
      wrong({ en: "The lock table: its expiry is long.", vi: "Bảng khoá: hạn của nó dài." }),
      right({
        en: "One that is renewed while its holder lives.",
        vi: "Khoá được gia hạn khi người giữ còn sống.",
      }),
      wrong({ en: "None.", vi: "Không cái nào." }),
    ],
    run: race(["redisson", "slow-work"], ["lock-table", "slow-work"], { buyers: 6 }),
    answer: {
      en: [
        "Redisson's watchdog renews the lock at every third of its time, for as long as its process runs; the row in the table runs out in the middle of the work. A watchdog ends the guessing of how long the work may take. It does not help a holder that sleeps: then it sleeps, too.",
      ],
      vi: [
        "Watchdog của Redisson gia hạn khoá sau mỗi một phần ba hạn, chừng nào tiến trình còn chạy; còn dòng trong bảng thì hết hạn giữa chừng. Có watchdog thì không phải đoán việc sẽ lâu bao nhiêu. Nó không giúp được người giữ đang ngủ: lúc ấy nó cũng ngủ.",
      ],
    },
  },
};
