import { defineMessages } from "./define-messages";

/** "You are the scheduler": two buyers whose every step waits for a press. */
export const schedulerMessages = defineMessages(
  {
    title: "You are the scheduler",
    intro:
      "Two buyers want seat A1. Each runs in a process of its own and stops before every step until you press. Your goal: sell the seat twice.",
    how: "Normally the operating system decides who goes next, and nobody sees it happen. Here it is you. Everything behind the buttons is real: real statements, real locks, real waiting.",
    strategy: "Against",
    broken: "broken by you",
    begin: "Begin",
    beginning: "Starting two processes…",
    again: "Start over",
    undo: "Take back",
    nextLevel: (strategy: string) => `Next: ${strategy}`,
    par: (moves: number, par: number) =>
      moves <= par ? `In ${moves} moves, which is par.` : `In ${moves} moves. It can be done in ${par}.`,
    giveUp: "I give up",
    board: "The board",
    keys: "With the board in focus, the keys A and B press as well.",

    buyer: (name: string) => `Buyer ${name}`,
    next: (name: string, step: string) => `${name}: ${step}`,
    blockedIn: (step: string) => `Blocked inside “${step}”`,
    blockedBy: (other: string, pid: number | null, pids: string) =>
      `Postgres backend ${pid ?? "?"} waits for backend ${pids}: that is buyer ${other}. (pg_blocking_pids)`,
    blockedByPids: (pid: number | null, pids: string) =>
      `Postgres backend ${pid ?? "?"} waits for backend ${pids}. (pg_blocking_pids)`,
    blockedElsewhere: "It waits for something that is not a lock in Postgres.",
    frozen: (step: string) => `Frozen (SIGSTOP) before “${step}”`,
    freeze: (name: string) => `Freeze ${name}`,
    freezeHint: "SIGSTOP: as in a long garbage collection or a suspended machine",
    wake: (name: string) => `Wake ${name}`,
    outcome: {
      sold: "was told: sold",
      refused: "was told: refused",
      error: "was told: an error",
    },
    fence: (fence: number) => `holds fence ${fence}`,
    noStepsYet: "has not done anything yet",
    stepsOf: (name: string) => `Steps of buyer ${name}`,

    row: "The row of A1",
    rowFree: "free",
    rowBooked: (by: string) => `booked by ${by}`,
    rowFence: (fence: number) => `fence ${fence}`,
    fenceWins: (holder: string, row: number) =>
      `Buyer ${holder} holds the newest fence, ${row}: its write would be taken.`,
    fenceStale: (holder: string, fence: number, row: number) =>
      `Buyer ${holder} holds fence ${fence}, the row is at ${row}: its write will be refused.`,
    ledger: "The ledger",
    ledgerEmpty: "no sale yet",
    sale: (buyer: string, ms: string) => `sold to buyer ${buyer} at ${ms}`,
    locks: "Locks in Redis",
    noLocks: "none",
    lockOf: (owner: string) => `held by ${owner}`,
    lockNode: (node: number) => `node ${node}`,
    lockNoTtl: "never lapses",
    lockLeft: (left: string) => `lapses in ${left}`,
    lockLapsed: "lapsed",
    wait: "Wait until the lock lapses",
    waiting: "Waiting…",

    moves: "Your moves",
    noMoves: "none yet",
    move: {
      A: "A steps",
      B: "B steps",
      a: "A is frozen or woken",
      b: "B is frozen or woken",
      ".": "wait for the locks",
    },

    won: "You sold A1 twice",
    wonText:
      "The ledger has two rows for one seat. Two people will stand in front of it. You found an interleaving that breaks this strategy; in production it needs no scheduler, only enough buyers.",
    held: "The seat was sold once",
    heldText:
      "Both buyers are through and the ledger has one sale. Try another order, or give up and read why.",
    heldNone: "Nobody got the seat",
    givenUp: "Why",
    ended: "This game has ended",
    endedText: "It was idle for too long, and its processes were stopped.",
    failed: "The game could not go on",
    forgotten: "The lab does not know this game any more. Start over.",
    noAnswer: "The lab does not answer. Is the server running?",
    full: (games: number) => `All ${games} tables are taken. Try again in a moment.`,
    lost: "The connection is lost. Trying again; the game waits.",

    save: {
      title: "Keep this interleaving",
      name: "Name",
      placeholder: "The classic",
      keep: "Keep it",
      link: "Copy link",
      list: "Interleavings you kept",
      replay: "Replay",
      replayLabel: (name: string) => `Replay ${name}`,
      forget: "Forget",
      forgetLabel: (name: string) => `Forget ${name}`,
      unnamed: "An interleaving",
      soldTwice: "sold twice",
      soldOnce: "held",
    },
    searched: {
      title: "What the machine found",
      broken: (soldTwice: string, schedules: string) =>
        `It played ${schedules} schedules of this strategy, and ${soldTwice} of them sell the seat twice. The shortest:`,
      unbroken: (schedules: string) =>
        `It played ${schedules} schedules of this strategy, and none of them sells the seat twice.`,
      show: "Shortest break: show it",
      play: "Play it",
      made: (commit: string, date: string, servers: string) =>
        `By npm run schedules, at commit ${commit} on ${date}: ${servers}.`,
    },
    shared: (name: string) => `Shared with you: ${name}`,
    replaying: (done: number, total: number) => `Replaying: move ${done} of ${total}`,
    source: "The lines the buyers are about to run are lit: A in the yellow of the lamp, B in red.",
  },
  {
    title: "Bạn là bộ lập lịch",
    intro:
      "Hai người muốn mua ghế A1. Mỗi người chạy trong một tiến trình riêng và dừng lại trước từng bước cho tới khi bạn bấm. Mục tiêu của bạn: bán ghế hai lần.",
    how: "Bình thường hệ điều hành quyết định ai đi tiếp, và không ai nhìn thấy. Ở đây người quyết định là bạn. Mọi thứ sau các nút bấm đều thật: câu lệnh thật, khoá thật, chờ đợi thật.",
    strategy: "Đấu với",
    broken: "bạn đã phá được",
    begin: "Bắt đầu",
    beginning: "Đang khởi động hai tiến trình…",
    again: "Chơi lại",
    undo: "Rút nước đi",
    nextLevel: (strategy) => `Tiếp theo: ${strategy}`,
    par: (moves, par) =>
      moves <= par ? `Chỉ ${moves} nước, đúng chuẩn.` : `Hết ${moves} nước. Có thể chỉ cần ${par}.`,
    giveUp: "Tôi chịu thua",
    board: "Bàn chơi",
    keys: "Khi bàn chơi đang được chọn, phím A và B cũng bấm được.",

    buyer: (name) => `Người mua ${name}`,
    next: (name, step) => `${name}: ${step}`,
    blockedIn: (step) => `Bị chặn trong “${step}”`,
    blockedBy: (other, pid, pids) =>
      `Tiến trình Postgres ${pid ?? "?"} đợi tiến trình ${pids}: đó là người mua ${other}. (pg_blocking_pids)`,
    blockedByPids: (pid, pids) =>
      `Tiến trình Postgres ${pid ?? "?"} đợi tiến trình ${pids}. (pg_blocking_pids)`,
    blockedElsewhere: "Nó đợi một thứ không phải khoá trong Postgres.",
    frozen: (step) => `Bị đóng băng (SIGSTOP) trước “${step}”`,
    freeze: (name) => `Đóng băng ${name}`,
    freezeHint: "SIGSTOP: như khi gom rác quá lâu hay máy bị treo",
    wake: (name) => `Đánh thức ${name}`,
    outcome: {
      sold: "được trả lời: đã bán",
      refused: "được trả lời: từ chối",
      error: "được trả lời: lỗi",
    },
    fence: (fence) => `giữ số hàng rào ${fence}`,
    noStepsYet: "chưa làm gì cả",
    stepsOf: (name) => `Các bước của người mua ${name}`,

    row: "Dòng của A1",
    rowFree: "còn trống",
    rowBooked: (by) => `đã bán cho ${by}`,
    rowFence: (fence) => `hàng rào ${fence}`,
    fenceWins: (holder, row) => `Người mua ${holder} giữ số mới nhất, ${row}: lệnh ghi của họ sẽ được nhận.`,
    fenceStale: (holder, fence, row) =>
      `Người mua ${holder} giữ số ${fence}, dòng đã ở số ${row}: lệnh ghi của họ sẽ bị từ chối.`,
    ledger: "Sổ bán",
    ledgerEmpty: "chưa bán lần nào",
    sale: (buyer, ms) => `bán cho người mua ${buyer} lúc ${ms}`,
    locks: "Khoá trong Redis",
    noLocks: "không có",
    lockOf: (owner) => `${owner} đang giữ`,
    lockNode: (node) => `nút ${node}`,
    lockNoTtl: "không bao giờ hết hạn",
    lockLeft: (left) => `hết hạn sau ${left}`,
    lockLapsed: "đã hết hạn",
    wait: "Đợi tới khi khoá hết hạn",
    waiting: "Đang đợi…",

    moves: "Các nước đi",
    noMoves: "chưa có",
    move: {
      A: "A đi một bước",
      B: "B đi một bước",
      a: "đóng băng hoặc đánh thức A",
      b: "đóng băng hoặc đánh thức B",
      ".": "đợi khoá hết hạn",
    },

    won: "Bạn đã bán A1 hai lần",
    wonText:
      "Sổ có hai dòng cho một ghế. Sẽ có hai người đứng trước chiếc ghế đó. Bạn đã tìm ra một cách xen kẽ phá được cách bán này; ngoài đời nó chẳng cần ai sắp đặt, chỉ cần đủ đông người mua.",
    held: "Ghế chỉ bán một lần",
    heldText:
      "Cả hai người mua đã xong và sổ có một lần bán. Hãy thử thứ tự khác, hoặc chịu thua để đọc lý do.",
    heldNone: "Không ai mua được ghế",
    givenUp: "Vì sao",
    ended: "Ván này đã kết thúc",
    endedText: "Ván để không quá lâu nên các tiến trình đã được dừng.",
    failed: "Ván không tiếp tục được",
    forgotten: "Phòng thí nghiệm không còn biết ván này. Hãy chơi lại.",
    noAnswer: "Phòng thí nghiệm không trả lời. Máy chủ có đang chạy không?",
    full: (games) => `Cả ${games} bàn đều có người chơi. Lát nữa hãy thử lại.`,
    lost: "Mất kết nối. Đang thử lại; ván chơi vẫn đợi.",

    save: {
      title: "Giữ lại cách xen kẽ này",
      name: "Tên",
      placeholder: "Kinh điển",
      keep: "Giữ lại",
      link: "Chép liên kết",
      list: "Các cách xen kẽ bạn đã giữ",
      replay: "Diễn lại",
      replayLabel: (name) => `Diễn lại ${name}`,
      forget: "Bỏ",
      forgetLabel: (name) => `Bỏ ${name}`,
      unnamed: "Một cách xen kẽ",
      soldTwice: "bán hai lần",
      soldOnce: "giữ được",
    },
    searched: {
      title: "Máy đã tìm thấy gì",
      broken: (soldTwice, schedules) =>
        `Máy đã chơi ${schedules} cách xen kẽ của cách bán này, và ${soldTwice} cách trong số đó bán ghế hai lần. Cách ngắn nhất:`,
      unbroken: (schedules) =>
        `Máy đã chơi ${schedules} cách xen kẽ của cách bán này, không cách nào bán ghế hai lần.`,
      show: "Cách phá ngắn nhất: cho xem",
      play: "Chơi lại",
      made: (commit, date, servers) =>
        `Do npm run schedules tìm, ở commit ${commit} ngày ${date}: ${servers}.`,
    },
    shared: (name) => `Được chia sẻ: ${name}`,
    replaying: (done, total) => `Đang diễn lại: nước ${done} trên ${total}`,
    source: "Dòng mà người mua sắp chạy được thắp sáng: A màu vàng, B màu đỏ.",
  },
);

export type SchedulerText = (typeof schedulerMessages)["en"];
