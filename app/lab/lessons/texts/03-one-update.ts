import { type Lesson, race, right, wrong } from "../lesson";

export const oneUpdate: Lesson = {
  slug: "one-update",
  title: { en: "One conditional update", vi: "Một lệnh cập nhật có điều kiện" },
  idea: {
    en: "Put the question into the write: change the row only if it is still free.",
    vi: "Đặt câu hỏi vào trong lệnh ghi: chỉ sửa dòng nếu nó vẫn còn trống.",
  },
  story: {
    en: [
      "If look and write must be one thing, make them one statement: `UPDATE seats SET is_booked = true WHERE label = 'A1' AND NOT is_booked`.",
      "The database answers with the number of rows it has changed. One: the seat is yours. None: somebody was faster. There is no lock in this code, and nothing to release.",
    ],
    vi: [
      "Nếu xem và ghi phải là một việc, hãy viết chúng thành một câu lệnh: `UPDATE seats SET is_booked = true WHERE label = 'A1' AND NOT is_booked`.",
      "Cơ sở dữ liệu trả lời bằng số dòng nó đã sửa. Một: ghế là của bạn. Không: có người nhanh hơn. Trong đoạn mã này không có khoá nào, cũng không có gì phải nhả.",
    ],
  },
  predict: {
    ask: {
      en: "No lock anywhere. A hundred buyers send this statement at once. How many rows are changed in all?",
      vi: "Không có khoá nào. Một trăm người cùng gửi câu lệnh này. Tổng cộng bao nhiêu dòng bị sửa?",
    },
    choices: [
      wrong({
        en: "A hundred: without a lock nothing is safe.",
        vi: "Một trăm: không khoá thì không an toàn.",
      }),
      right({ en: "One.", vi: "Một." }),
      wrong({ en: "None: they get in each other's way.", vi: "Không dòng nào: chúng cản nhau." }),
    ],
    run: race("naive", "conditional-update"),
  },
  see: [
    {
      text: {
        en: "There is a single red block in each lane and no gap before it: nothing lies between look and write, because they are the same.",
        vi: "Mỗi làn chỉ có một khối đỏ và không có kẽ hở nào trước nó: giữa xem và ghi không có gì, vì chúng là một.",
      },
      lights: { side: 2, steps: ["write"] },
    },
    {
      text: {
        en: "Point at the red blocks: one of them changed a row, all the others changed none.",
        vi: "Hãy chỉ vào các khối đỏ: một khối sửa được dòng, những khối khác không sửa dòng nào.",
      },
      lights: { side: 2, lanes: "sold" },
    },
    {
      text: {
        en: "The source is short enough to read aloud.",
        vi: "Mã nguồn ngắn đến mức có thể đọc thành tiếng.",
      },
    },
  ],
  why: {
    en: [
      "Postgres locks a row by itself for the moment in which it is updated. A second update of the same row waits for that moment, and then, this is the point, **looks again**: it checks its condition against the row as it is now. `NOT is_booked` is no longer true, so it changes nothing.",
      "The answer must be read. Code that sends this update and does not ask how many rows it changed is the naive code again.",
      "Nothing is held while a buyer thinks. Nothing can lapse, leak or be released by mistake. That is why the heart of this very product is such a statement, and everything else around it only makes it faster.",
      "Its limits: all that decides must be in the rows it touches. To buy eight seats or none, all eight must be decided in one statement or one transaction, and always be locked in the same order, or two families will wait for each other.",
    ],
    vi: [
      "Postgres tự khoá một dòng trong khoảnh khắc nó được sửa. Lệnh sửa thứ hai trên cùng dòng đợi hết khoảnh khắc ấy, rồi, đây là điều cốt yếu, **xem lại**: nó kiểm tra điều kiện trên dòng như lúc này. `NOT is_booked` không còn đúng nữa, nên nó không sửa gì.",
      "Câu trả lời phải được đọc. Gửi lệnh này mà không hỏi đã sửa mấy dòng thì lại là đoạn mã ngây thơ.",
      "Người mua nghĩ thì không giữ gì cả. Không có gì để hết hạn, rò rỉ hay nhả nhầm. Vì thế trái tim của chính sản phẩm này là một câu lệnh như vậy, mọi thứ quanh nó chỉ để nhanh hơn.",
      "Giới hạn của nó: mọi điều quyết định phải nằm trong những dòng nó chạm tới. Muốn mua tám ghế hoặc không ghế nào, cả tám phải được quyết trong một câu lệnh hay một giao dịch, và luôn khoá theo cùng một thứ tự, nếu không hai gia đình sẽ đợi nhau.",
    ],
  },
  corrections: {
    en: [
      "The cinema article does not mention this way at all: it goes from the naive code to `FOR UPDATE` and on to Redis. For one seat it is the simplest of all. Run it beside the row lock in [the lab](/lab?strategy=row-lock&against=conditional-update) and compare what each costs.",
    ],
    vi: [
      "Bài viết về rạp phim không hề nhắc tới cách này: nó đi từ đoạn mã ngây thơ sang `FOR UPDATE` rồi tới Redis. Với một ghế thì đây là cách đơn giản nhất. Hãy chạy nó cạnh khoá dòng trong [phòng thí nghiệm](/lab?strategy=row-lock&against=conditional-update) và so cái giá của mỗi cách.",
    ],
  },
  question: {
    ask: {
      en: "The first buyer's process falls asleep just before it writes. With which of the two do the others get through without waiting for it: row lock or conditional update?",
      vi: "Tiến trình của người đầu tiên ngủ gục ngay trước khi ghi. Với cách nào thì những người khác không phải đợi nó: khoá dòng hay cập nhật có điều kiện?",
    },
    choices: [
      wrong({ en: "With the row lock.", vi: "Khoá dòng." }),
      right({ en: "With the conditional update.", vi: "Cập nhật có điều kiện." }),
      wrong({ en: "With neither.", vi: "Không cách nào." }),
    ],
    run: race(["row-lock", "holder-paused"], ["conditional-update", "holder-paused"], { buyers: 10 }),
    answer: {
      en: [
        "Both sell the seat once. But the sleeper with the row lock holds the row while it sleeps, and everybody waits in long blue blocks until it wakes. The sleeper with the conditional update holds nothing: somebody else buys the seat meanwhile, and when it wakes, its write finds the seat sold.",
      ],
      vi: [
        "Cả hai đều bán ghế một lần. Nhưng người ngủ với khoá dòng vẫn giữ dòng trong khi ngủ, và mọi người phải đợi trong những khối xanh dài cho tới khi nó tỉnh. Người ngủ với cập nhật có điều kiện không giữ gì: trong lúc đó người khác mua ghế, và khi nó tỉnh, lệnh ghi của nó thấy ghế đã bán.",
      ],
    },
  },
};
