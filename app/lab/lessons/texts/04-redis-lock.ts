import { type Lesson, race, right, wrong } from "../lesson";

export const redisLock: Lesson = {
  slug: "redis-lock",
  title: { en: "The Redis lock", vi: "Khoá Redis" },
  idea: {
    en: "A lock outside the database turns the crowd away before it gets there.",
    vi: "Một cái khoá ở ngoài cơ sở dữ liệu chặn đám đông trước khi họ tới nơi.",
  },
  story: {
    en: [
      "Redis keeps small things in memory, answers quickly, and does one thing at a time. `SET lock:A1 me NX PX 30000` means: write my name there, but only if nobody's is (`NX`), and forget it after thirty seconds (`PX`).",
      "Of a hundred buyers one is answered OK. The others are refused on the spot, without a question to the database.",
      "From a lock one wants three things. **Safety**: never two holders. **Liveness**: sooner or later somebody gets it. **Fault tolerance**: it works although something is broken. The next lessons each lose one of them.",
    ],
    vi: [
      "Redis giữ những thứ nhỏ trong bộ nhớ, trả lời nhanh, và mỗi lúc chỉ làm một việc. `SET lock:A1 tôi NX PX 30000` nghĩa là: ghi tên tôi vào đó, nhưng chỉ khi chưa có tên ai (`NX`), và quên nó đi sau ba mươi giây (`PX`).",
      "Trong một trăm người, một người được trả lời OK. Những người khác bị từ chối tại chỗ, không hỏi cơ sở dữ liệu câu nào.",
      "Ở một cái khoá ta muốn ba điều. **An toàn**: không bao giờ có hai người giữ. **Sống còn**: sớm muộn cũng có người lấy được. **Chịu lỗi**: có thứ hỏng thì nó vẫn chạy. Mỗi bài sau đây sẽ đánh mất một trong ba.",
    ],
  },
  predict: {
    ask: {
      en: "The naive code sends Postgres up to two statements a buyer, and the ledger's one. How many will Postgres see from a hundred buyers behind the Redis lock?",
      vi: "Đoạn mã ngây thơ gửi Postgres tới hai câu lệnh mỗi người, cộng một câu của sổ. Với một trăm người đứng sau khoá Redis, Postgres sẽ thấy bao nhiêu câu?",
    },
    choices: [
      wrong({ en: "About as many as before.", vi: "Khoảng như trước." }),
      wrong({ en: "About a hundred: everybody looks once.", vi: "Khoảng một trăm: ai cũng xem một lần." }),
      right({ en: "A handful.", vi: "Chỉ vài câu." }),
    ],
    run: race("naive", "redis-lock-article"),
  },
  see: [
    {
      text: {
        en: "The pale yellow blocks are buyers who did not get the lock. Their lanes end there.",
        vi: "Các khối vàng nhạt là người không lấy được khoá. Làn của họ dừng ở đó.",
      },
      lights: { side: 2, steps: ["acquire"], found: false },
    },
    {
      text: {
        en: "One lane goes on: look, think, write, release.",
        vi: "Một làn đi tiếp: xem, nghĩ, ghi, nhả khoá.",
      },
      lights: { side: 2, lanes: "sold" },
    },
    {
      text: {
        en: "Compare **Postgres statements** and **Redis commands** below the races.",
        vi: "Hãy so **câu lệnh Postgres** và **lệnh Redis** bên dưới hai cuộc đua.",
      },
    },
  ],
  why: {
    en: [
      "Redis runs one command after another, so of all the `SET … NX` for one key exactly one finds it empty. That is the whole trick, and it is a good one: refusing is most of the work in a rush, and refusing has become cheap.",
      "Locks of this kind are used for more than seats: stock, scheduled jobs that must run once, rate limits, choosing a leader, payments, and keeping a crowd from rebuilding the same cache entry.",
      "Mind the order. The lock comes first, the database transaction begins inside it and ends before the lock is released. A transaction begun before the lock may look at the past; a lock released before the commit lets the next buyer look at it.",
      "But note what has happened: the seat is in Postgres, and what protects it is now in Redis. Between the two there is no agreement, only good timing. The following lessons take the timing away.",
    ],
    vi: [
      "Redis chạy hết lệnh này tới lệnh khác, nên trong mọi lệnh `SET … NX` cho một khoá, đúng một lệnh thấy nó trống. Mẹo chỉ có thế, và là một mẹo hay: lúc đông người, phần lớn công việc là từ chối, và giờ từ chối trở nên rẻ.",
      "Loại khoá này còn dùng cho nhiều việc khác: hàng tồn kho, công việc theo lịch chỉ được chạy một lần, giới hạn tần suất, bầu người dẫn đầu, thanh toán, và để một đám đông khỏi cùng dựng lại một mục cache.",
      "Hãy để ý thứ tự. Khoá trước, giao dịch bắt đầu bên trong khoá và kết thúc trước khi nhả khoá. Giao dịch mở trước khi có khoá có thể nhìn vào quá khứ; khoá nhả trước khi commit thì người kế tiếp nhìn vào quá khứ.",
      "Nhưng hãy thấy điều vừa xảy ra: ghế nằm trong Postgres, còn thứ bảo vệ nó giờ nằm trong Redis. Giữa hai bên không có thoả thuận nào, chỉ có canh giờ cho khéo. Các bài sau sẽ lấy mất cái khéo ấy.",
    ],
  },
  corrections: {
    en: [
      "As printed, the cinema article's Redis version has the same dead check as its naive one. In a burst it sells once, because the lock refuses the rest. At the article's own pace of ten a second every buyer finds the lock free again and the check never says no: when we ran it so, it sold the seat 100 times out of 100. A lock guards a moment. The check inside it guards the seat.",
      "After the sale it broadcasts to `movieId`, which is undefined at that place, and it tells every screen who bought the seat. Screens need the seat and its status; who bought it is nobody's business.",
    ],
    vi: [
      "Bản Redis đăng trong bài viết về rạp phim có cùng phép kiểm tra vô hiệu như bản ngây thơ. Khi dồn dập nó bán một lần, vì khoá từ chối những người khác. Ở chính nhịp của bài viết, mười yêu cầu mỗi giây, ai đến cũng thấy khoá đã trống và phép kiểm tra không bao giờ từ chối: chúng tôi chạy như thế thì nó bán ghế 100 lần trên 100. Khoá canh một khoảnh khắc. Phép kiểm tra bên trong mới canh cái ghế.",
      "Sau khi bán, nó phát tin tới `movieId`, mà ở chỗ đó là undefined, và nó báo cho mọi màn hình biết ai đã mua. Màn hình cần biết ghế và trạng thái; ai mua thì không phải việc của người khác.",
    ],
  },
  question: {
    ask: {
      en: "Redis is switched off before the burst. How many buyers get the seat?",
      vi: "Redis bị tắt trước cuộc đua. Bao nhiêu người mua được ghế?",
    },
    choices: [
      wrong({ en: "All of them: nothing holds them back.", vi: "Tất cả: không còn gì giữ họ lại." }),
      wrong({ en: "One.", vi: "Một." }),
      right({ en: "Nobody.", vi: "Không ai." }),
    ],
    run: race(["redis-lock-article", "redis-gone"], null, { buyers: 20 }),
    answer: {
      en: [
        "Nobody. Whoever cannot have the lock may not sell, so with Redis gone the box office is closed, although the seat and the database are fine. That is the careful choice when the lock is all there is. Lesson 12 shows a better one.",
      ],
      vi: [
        "Không ai. Không lấy được khoá thì không được bán, nên mất Redis là phòng vé đóng cửa, dù ghế và cơ sở dữ liệu vẫn ổn. Khi khoá là tất cả thì đó là lựa chọn cẩn thận. Bài 12 có lựa chọn tốt hơn.",
      ],
    },
  },
};
