import { type Lesson, race, right, wrong } from "../lesson";

export const rowLock: Lesson = {
  slug: "row-lock",
  title: { en: "The row lock", vi: "Khoá dòng" },
  idea: {
    en: "Let the look itself take the lock: whoever looks second waits until the first is done.",
    vi: "Để chính lần xem lấy khoá: ai xem sau thì đợi người trước làm xong.",
  },
  story: {
    en: [
      "The database can close the gap for us. Put look and write into one transaction and add two words to the look: `SELECT … FOR UPDATE`. They mean: I am going to change this row, keep it for me.",
      "A second buyer who looks at the same row with the same two words gets no answer until the first transaction has ended.",
    ],
    vi: [
      "Cơ sở dữ liệu có thể khép kẽ hở lại giúp ta. Đặt xem và ghi vào một giao dịch, rồi thêm hai chữ vào lần xem: `SELECT … FOR UPDATE`. Nghĩa là: tôi sắp sửa dòng này, giữ nó cho tôi.",
      "Người thứ hai xem cũng dòng đó với hai chữ ấy sẽ không được trả lời cho tới khi giao dịch thứ nhất kết thúc.",
    ],
  },
  predict: {
    ask: {
      en: "The hundred buyers run in three processes that know nothing of each other. What happens at the row?",
      vi: "Một trăm người mua chạy trong ba tiến trình không hề biết nhau. Chuyện gì xảy ra ở dòng đó?",
    },
    choices: [
      wrong({
        en: "A lock helps within one process only: three sales.",
        vi: "Khoá chỉ có tác dụng trong một tiến trình: bán ba lần.",
      }),
      wrong({
        en: "They block each other for good: a deadlock.",
        vi: "Chúng chặn nhau mãi mãi: kẹt cứng (deadlock).",
      }),
      right({
        en: "One sale. The others wait in line and are refused one after another.",
        vi: "Một lần bán. Những người khác xếp hàng đợi rồi lần lượt bị từ chối.",
      }),
    ],
    run: race("naive", "row-lock"),
  },
  see: [
    {
      text: {
        en: "With the row lock the blue blocks are long. That is waiting: the look has been sent, and Postgres keeps the answer back.",
        vi: "Với khoá dòng, các khối xanh dài ra. Đó là chờ đợi: câu hỏi đã gửi đi, và Postgres giữ câu trả lời lại.",
      },
      lights: { side: 2, steps: ["check"] },
    },
    {
      text: {
        en: "Only one buyer has a look that found the seat free. When it has committed, the next look comes back, and it finds the seat sold.",
        vi: "Chỉ một người có lần xem thấy ghế trống. Khi người đó commit, lần xem kế tiếp mới trở về, và nó thấy ghế đã bán.",
      },
      lights: { side: 2, lanes: "sold" },
    },
    {
      text: {
        en: "Waiting costs time: compare p50 and p99 of the two races. And every waiter keeps one database connection busy.",
        vi: "Chờ thì tốn thời gian: hãy so p50 và p99 của hai cuộc đua. Và mỗi người chờ chiếm một kết nối cơ sở dữ liệu.",
      },
    },
  ],
  why: {
    en: [
      "The lock lives in the database, where the row is. It does not matter how many processes or machines ask: they all ask in the same place. And it cannot be forgotten. When a program crashes its connection ends, Postgres rolls its transaction back, and the lock goes with it.",
      "The price is the line. If the one at the front takes long, everybody behind it takes long, and with all connections waiting for one seat, buyers of other seats wait too. So do nothing slow inside the transaction: no payment, no e-mail, no waiting for a person.",
      "Sometimes there is no row to lock: a night job that must run only once, say. Postgres has locks with a name of your choosing for that, called **advisory locks**. They behave like the row lock, with one difference: they protect only those who ask for them.",
    ],
    vi: [
      "Khoá nằm trong cơ sở dữ liệu, ngay chỗ có dòng đó. Bao nhiêu tiến trình hay máy chủ cũng không sao: ai cũng hỏi ở cùng một nơi. Và không ai quên nhả nó được. Chương trình chết thì kết nối đứt, Postgres hoàn tác giao dịch, và khoá mất theo.",
      "Cái giá là hàng chờ. Người đứng đầu lâu thì mọi người phía sau đều lâu, và khi mọi kết nối đều đang đợi một ghế, người mua ghế khác cũng phải đợi. Vậy nên đừng làm gì chậm trong giao dịch: không thanh toán, không gửi thư, không đợi con người.",
      "Có khi không có dòng nào để khoá: ví dụ một công việc ban đêm chỉ được chạy một lần. Postgres có loại khoá với tên do bạn đặt, gọi là **advisory lock**. Nó giống khoá dòng, chỉ khác một điều: nó chỉ bảo vệ ai chịu hỏi.",
    ],
  },
  corrections: {
    en: [
      "The cinema article recommends the row lock for a small application on one server. That is not where the line runs. It works for any number of servers that share one database. What it does not do well is a long line: that is a matter of load, not of the number of servers.",
      "About advisory locks two mistakes are widely copied. The name becomes a number, and some programs make that number with their language's own hash, which in some languages differs from one process to the next: then everyone holds a lock of their own. Let the database do it, with `hashtextextended(name, 0)`. And take the lock of the transaction (`pg_advisory_xact_lock`), not that of the session: a pooled connection outlives your work and carries a session's lock into a stranger's.",
    ],
    vi: [
      "Bài viết về rạp phim khuyên dùng khoá dòng cho ứng dụng nhỏ chạy trên một máy chủ. Ranh giới không nằm ở đó. Nó đúng với bao nhiêu máy chủ cũng được, miễn là chung một cơ sở dữ liệu. Điều nó làm không tốt là hàng chờ dài: đó là chuyện tải, không phải chuyện số máy chủ.",
      "Về advisory lock có hai lỗi hay bị chép lại. Tên khoá phải đổi thành số, và có chương trình dùng hàm băm riêng của ngôn ngữ, mà ở vài ngôn ngữ mỗi tiến trình băm ra một số khác: thế là ai cũng giữ một khoá riêng. Hãy để cơ sở dữ liệu làm, với `hashtextextended(tên, 0)`. Và hãy lấy khoá của giao dịch (`pg_advisory_xact_lock`), đừng lấy khoá của phiên: kết nối trong pool sống lâu hơn việc của bạn và mang khoá của phiên sang việc của người khác.",
    ],
  },
  question: {
    ask: {
      en: "Now five server processes instead of three. Does the row lock still hold?",
      vi: "Giờ năm tiến trình máy chủ thay vì ba. Khoá dòng còn đúng không?",
    },
    choices: [
      right({ en: "Yes: one sale.", vi: "Còn: một lần bán." }),
      wrong({
        en: "No: up to five sales, one in each process.",
        vi: "Không: tới năm lần, mỗi tiến trình một lần.",
      }),
    ],
    run: race("row-lock", null, { instances: 5 }),
    answer: {
      en: [
        "One sale. The lock is where the row is, and there is only one row. Try to break it by hand in [You are the scheduler](/lab/scheduler?strategy=row-lock): the second buyer's look simply does not return, and `pg_blocking_pids` tells whom it waits for.",
      ],
      vi: [
        "Một lần bán. Khoá nằm ở chỗ của dòng, mà dòng thì chỉ có một. Hãy tự tay phá nó trong [Bạn là bộ lập lịch](/lab/scheduler?strategy=row-lock): lần xem của người thứ hai cứ thế không trở về, và `pg_blocking_pids` cho biết nó đợi ai.",
      ],
    },
  },
};
