/** The cinema that a fresh database opens with. Titles, people and places are made up. */

import type { Localized } from "#contract/language";
import type { Layout, Prices } from "#contract/layout";
import { DEMO_SHOW_ID, type Movie } from "#contract/shows";

export const MOVIES: Movie[] = [
  {
    id: "the-last-lantern",
    title: { en: "The Last Lantern", vi: "Chiếc Đèn Lồng Cuối Cùng" },
    synopsis: {
      en: "In a Hội An shop that closes tomorrow, an old lantern maker gets one order too many, from someone who left forty years ago.",
      vi: "Trong cửa tiệm ở Hội An chỉ còn một ngày là đóng cửa, người thợ già nhận thêm một đơn hàng, từ người đã ra đi bốn mươi năm trước.",
    },
    genre: { en: "Drama", vi: "Chính kịch" },
    durationMinutes: 118,
    rating: "P",
    palette: ["#f59e0b", "#7c2d12"],
  },
  {
    id: "row-a-midnight",
    title: { en: "Row A, Midnight", vi: "Hàng Ghế A, Nửa Đêm" },
    synopsis: {
      en: "Two strangers hold tickets for the same seat. Only one of them bought it.",
      vi: "Hai người lạ cầm vé của cùng một ghế. Chỉ một người thực sự mua nó.",
    },
    genre: { en: "Thriller", vi: "Giật gân" },
    durationMinutes: 104,
    rating: "T16",
    palette: ["#ef4444", "#1e1b4b"],
  },
  {
    id: "salt-wind",
    title: { en: "Salt Wind", vi: "Gió Mặn" },
    synopsis: {
      en: "A fishing crew follows a radio voice past the edge of their chart.",
      vi: "Một đoàn thuyền cá lần theo giọng nói trên radio, đi quá mép tấm hải đồ.",
    },
    genre: { en: "Adventure", vi: "Phiêu lưu" },
    durationMinutes: 131,
    rating: "T13",
    palette: ["#22d3ee", "#0c4a6e"],
  },
  {
    id: "grandmas-robot",
    title: { en: "Grandma's Robot", vi: "Con Robot Của Bà" },
    synopsis: {
      en: "It was built to peel pomelos. It has opinions about everything else.",
      vi: "Nó được chế ra để gọt bưởi. Nhưng chuyện gì nó cũng có ý kiến.",
    },
    genre: { en: "Family comedy", vi: "Hài gia đình" },
    durationMinutes: 96,
    rating: "P",
    palette: ["#a3e635", "#14532d"],
  },
  {
    id: "the-quiet-platform",
    title: { en: "The Quiet Platform", vi: "Sân Ga Lặng" },
    synopsis: {
      en: "Every night the 23:10 to Lào Cai stops where there is no station.",
      vi: "Đêm nào chuyến 23 giờ 10 đi Lào Cai cũng dừng ở nơi không có ga.",
    },
    genre: { en: "Horror", vi: "Kinh dị" },
    durationMinutes: 109,
    rating: "T18",
    palette: ["#a78bfa", "#18181b"],
  },
  {
    id: "paper-planets",
    title: { en: "Paper Planets", vi: "Những Hành Tinh Giấy" },
    synopsis: {
      en: "Two sisters fold a solar system, and something folds back.",
      vi: "Hai chị em gấp cả một hệ mặt trời, và có thứ gì đó gấp lại đáp lời.",
    },
    genre: { en: "Animation", vi: "Hoạt hình" },
    durationMinutes: 92,
    rating: "P",
    palette: ["#f472b6", "#312e81"],
  },
  {
    id: "second-monsoon",
    title: { en: "Second Monsoon", vi: "Mùa Mưa Thứ Hai" },
    synopsis: {
      en: "They agreed to meet again when it rained. It has not rained for three years.",
      vi: "Họ hẹn gặp lại khi trời mưa. Đã ba năm trời không mưa.",
    },
    genre: { en: "Romance", vi: "Tình cảm" },
    durationMinutes: 112,
    rating: "T13",
    palette: ["#60a5fa", "#365314"],
  },
];

export interface Auditorium {
  id: string;
  name: Localized;
  layout: Layout;
  prices: Prices;
  /** Local times of day at which a screening begins. */
  startTimes: string[];
}

export const AUDITORIUMS: Auditorium[] = [
  {
    id: "studio",
    name: { en: "Studio", vi: "Phòng Studio" },
    layout: {
      rows: [
        { label: "A", cells: "..ssssss.." },
        { label: "B", cells: ".ssssssss." },
        { label: "C", cells: "wsssssssss" },
        { label: "D", cells: "wsvvvvvvss" },
        { label: "E", cells: "ssvvvvvvss" },
        { label: "F", cells: "cccccccccc" },
      ],
    },
    prices: { standard: 95_000, vip: 125_000, couple: 140_000, wheelchair: 75_000 },
    startTimes: ["11:15", "14:00", "17:30", "20:45"],
  },
  {
    id: "galaxy",
    name: { en: "Hall 2", vi: "Phòng 2" },
    layout: {
      rows: [
        { label: "A", cells: "ssss..ssssssss..ssss" },
        { label: "B", cells: "ssss..ssssssss..ssss" },
        { label: "C", cells: "ssss..ssssssss..ssss" },
        { label: "D", cells: "ssss..ssssssss..ssss" },
        { label: "E", cells: "ssss..vvvvvvvv..ssss" },
        { label: "F", cells: "ssss..vvvvvvvv..ssss" },
        { label: "G", cells: "ssss..vvvvvvvv..ssss" },
        { label: "H", cells: "ssss..vvvvvvvv..ssss" },
        { label: "J", cells: "ww.s..ssssssss..s.ww" },
        { label: "K", cells: "cccc..cccccccc..cccc" },
      ],
    },
    prices: { standard: 90_000, vip: 120_000, couple: 135_000, wheelchair: 70_000 },
    startTimes: ["10:00", "12:45", "15:30", "18:15", "21:00"],
  },
  {
    id: "grand",
    name: { en: "Grand Hall", vi: "Đại Sảnh" },
    layout: {
      rows: [
        { label: "A", cells: ".....sssss..ssssssss..sssss....." },
        { label: "B", cells: "....ssssss..ssssssss..ssssss...." },
        { label: "C", cells: "...sssssss..ssssssss..sssssss..." },
        { label: "D", cells: "..ssssssss..ssssssss..ssssssss.." },
        { label: "E", cells: ".sssssssss..ssssssss..sssssssss." },
        { label: "F", cells: "ssssssssss..ssssssss..ssssssssss" },
        { label: "G", cells: "ssssssssss..ssssssss..ssssssssss" },
        { label: "H", cells: "ssssssssss..ssssssss..ssssssssss" },
        { label: "J", cells: "sssssvvvvv..vvvvvvvv..vvvvvsssss" },
        { label: "K", cells: "sssssvvvvv..vvvvvvvv..vvvvvsssss" },
        { label: "L", cells: "sssssvvvvv..vvvvvvvv..vvvvvsssss" },
        { label: "M", cells: "sssssvvvvv..vvvvvvvv..vvvvvsssss" },
        { label: "N", cells: "................................" },
        { label: "P", cells: "wwssssssss..ssssssss..ssssssssww" },
        { label: "Q", cells: "ssssssssss..ssssssss..ssssssssss" },
        { label: "R", cells: "ssssssssss..ssssssss..ssssssssss" },
        { label: "S", cells: "ssssssssss..ssssssss..ssssssssss" },
        { label: "T", cells: "cccccccccc..cccccccc..cccccccccc" },
      ],
    },
    prices: { standard: 110_000, vip: 150_000, couple: 165_000, wheelchair: 85_000 },
    startTimes: ["13:30", "16:40", "19:50"],
  },
];

/** The show of lessons and load tests: always there, never pre-sold, moved to the next evening when past. */
export const DEMO_SHOW = {
  id: DEMO_SHOW_ID,
  movieId: "row-a-midnight",
  auditoriumId: "galaxy",
  startTime: "20:00",
};
