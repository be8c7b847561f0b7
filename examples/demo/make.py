#!/usr/bin/env python3
"""Makes the demo data: three synthetic two-channel calls whose every word time is known to the sample.

    python3 examples/demo/make.py                 writes into the folder of this file
    python3 examples/demo/make.py --check         only re-reads what is there and checks it

Needs Python 3 (standard library alone; tested with 3.11) and the commands `espeak-ng` (made with 1.51) and `sox` (14.4.2).
No randomness but seeded draws: the same versions of the two programs give the same bytes.

How a call is made: every word of `CALLS` below is spoken alone by espeak-ng, resampled to 8 kHz by sox, brought to its
level and trimmed to where its samples exceed -50 dBFS. Words are then laid on the timeline at whole milliseconds
(8 samples each), 0-60 ms apart, or as far apart as the script says, and room tone is added. So a word's span in
`words.csv` is where its sound is, and a silence between two spans holds room tone and nothing else.

The script's notation. A turn is words with punctuation; `<420>` is a pause of 420 ms, and a letter tells why it is a
hold: none = `mid_turn_pause`, `h` = `hesitation` (beside a filler), `u` = `unfinished_expression`.
"""
import array
import csv
import math
import random
import re
import struct
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
RATE = 8000                    # Hz; 8 samples are one millisecond
MS = RATE // 1000
CHANNEL = {"agent": 0, "user": 1}
FULL = 32768.0
FLOOR = FULL * 10 ** (-50 / 20)          # what exceeds this is sound
TONE_RMS = FULL * 10 ** (-62 / 20)       # room tone
TONE_PEAK = 3 * TONE_RMS                 # -52.5 dBFS: room tone alone never reaches FLOOR
PEAK = {"agent": FULL * 10 ** (-6 / 20), "user": FULL * 10 ** (-3 / 20)}
LEAD_MS, TAIL_MS = 600, 1000             # before the first word, after the last
ROW_SPLIT_MS = 700                       # a turn is cut into rows at pauses of this length
HOLD_MS, POINT_MS = 100, 200             # the shortest hold; where in a silence the decision point lies
ANNOTATOR = "author"
PUNCTUATION = ",.?!，。？！"
FILLERS = {"um", "uh", "mm-hmm", "嗯", "呃"}
# What espeak-ng is given where the spelling would mislead it.
SAY = {"i-": "I", "mm-hmm": "[['m-h@m]]", "um": "[[V:m]]"}
REASON = {"": "mid_turn_pause", "h": "hesitation", "u": "unfinished_expression"}


@dataclass
class Turn:
    """What one party says, and when: `after` ms from the end of all speech so far (negative = overlapping), or
    `word` = (k, ms): ms after word k of the previous entry starts, or `pause` = (k, ms): ms into its k-th pause."""
    role: str
    text: str
    after: int = 400
    word: tuple = None
    pause: tuple = None
    kind: str = "turn"         # `backchannel`: takes no turn; `cut`: interrupted in a pause and never finished
    answer: bool = False       # answers the agent's question: `completed_answer`, else `completed_turn`
    words: list = field(default_factory=list)     # (start_ms, end_ms, token), filled in by `lay_out`
    pauses: dict = field(default_factory=dict)    # index of the word before a pause -> (ms, reason letter)


@dataclass
class Voice:
    """An espeak-ng voice, its speed in words a minute and its pitch (0-99)."""
    name: str
    speed: int
    pitch: int


@dataclass
class Call:
    """A call's script."""
    call_id: str
    language: str
    topic: str
    voices: dict
    turns: list


def A(text, **more):
    return Turn("agent", text, **more)


def U(text, **more):
    return Turn("user", text, **more)


# Numbers are made up: 202-555-0142 is in the range kept for fiction, 13800138000 is the well-known placeholder.
CALLS = [
    Call("en-garage", "en", "booking", {"agent": Voice("en-gb+m3", 210, 38), "user": Voice("en-us+steph", 205, 50)}, [
        A("Riverside Garage, <240> how can I help?"),
        U("Hi, um, <420h> I- I need to book <250> my car in. It makes <900u> a grinding noise.", after=430, answer=True),
        A("Sorry to hear that. <280> Is it when you brake?", after=520),
        U("Yes.", after=360, answer=True),
        A("Okay. <260> The check is sixty pounds, and it takes <230> about an hour.", after=380),
        U("mm-hmm", word=(6, 60), kind="backchannel"),
        U("Could I, <1600h> uh, <150h> come after lunch?", after=640),
        A("Sure. <310> Is Tuesday all right?", after=450),
        U("Tuesday is, um, <1240h> fine, I think.", after=480, answer=True),
        A("Or would nine", pause=(0, 720)),
        A("Tuesday it is. <270> We close at six, and our loan cars are all", after=520),
        U("Sorry, do I need <380u> a loan car?", after=-480),
        A("No. <330> What's your number?", after=410),
        U("It's two oh two, <680u> five five five, <870h> uh, oh one, <740u> four two.", after=700, answer=True),
        A("Thank you. See you Tuesday.", after=560),
        U("Great, bye.", after=330),
    ]),
    Call("zh-clinic", "zh", "appointment",
         {"agent": Voice("cmn-latn-pinyin+linda", 225, 45), "user": Voice("cmn-latn-pinyin+m7", 215, 42)}, [
        A("您好，<250> 市 中心 医院，请问 要 办理 什么？"),
        U("你好，嗯，<480h> 我，我 想 改 一下 <300> 预约。", after=420, answer=True),
        A("好的，请问 原来 挂号 是 哪天？", after=460),
        U("那个，<820h> 下周三 上午，<260h> 呃，王 医生 的。", after=510, answer=True),
        A("王 医生 下周三 停诊，<290> 下周五 下午 还有 号，<240> 您 看 可以 吗？", after=620),
        U("嗯", word=(3, 120), kind="backchannel"),
        U("可以。", after=380, answer=True),
        A("请 留 一个 手机号。", after=430),
        U("一三八，<760u> 零零一三，<640h> 呃，<130h> 八零零零。", after=720, answer=True),
        A("好的，<350> 短信 通知 可以 吗？", after=540),
        U("能不能 <450u> 发 微信？那个，<1150h> 微信 就是 这个 手机号。", after=610, answer=True),
        A("可以。<260> 已经 改好 了。", after=480),
        U("好的，谢谢，再见。", after=340),
    ]),
    Call("en-bank", "en", "lost card", {"agent": Voice("en-us+belinda", 205, 46), "user": Voice("en-gb+m7", 195, 40)}, [
        A("Northgate Bank, <250> how can I help?"),
        U("Hi. I lost my card, <540h> um, on Tuesday, no, Thursday.", after=470, answer=True),
        A("Thursday, okay. <300> Where was it?", after=560),
        U("I was, uh, <510h> at the", after=450, kind="cut"),
        A("Is it a debit card?", after=660),
        U("Yes.", after=390, answer=True),
        A("Please read out the code <260> that we sent you.", after=420),
        U("Sure. <700> Four seven, <620u> one, <1450h> uh, nine nine <360u> two.", after=650, answer=True),
        A("Thank you. <290> I am blocking the card now, <410> and a new one comes in five days.", after=530),
        U("okay", pause=(1, 230), kind="backchannel"),
        A("Is your address the same?", after=340),
        U("No. <1080> It's, um, <320h> twelve Mill Lane.", after=430, answer=True),
        A("Got it. <240> Anything else?", after=490),
        U("No, thanks.", after=370, answer=True),
    ]),
]


# --- sound -----------------------------------------------------------------------------------------------------------

def run(command, data=None):
    """A command's output; its complaint if it fails."""
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{command[0]} failed: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def speak(voice, word, peak):
    """One word as samples at 8 kHz, from the first to the last that exceeds FLOOR, made up to whole milliseconds."""
    slow = 0.7 if word in FILLERS else 1.0
    wav = run(["espeak-ng", "-b", "1", "-v", voice.name, "-s", str(int(voice.speed * slow)), "-p", str(voice.pitch),
               "--stdout", SAY.get(word, word)])
    raw = run(["sox", "-D", "-t", "wav", "-", "-t", "raw", "-e", "floating-point", "-b", "32", "-r", str(RATE), "-c", "1",
               "-", "gain", "-6", "rate", "-v"], wav)
    samples = array.array("f")
    samples.frombytes(raw)
    loudest = max(abs(x) for x in samples)
    sound = trim([x * peak / loudest for x in samples])
    ramp = 2 * MS
    for i in range(ramp):
        gain = 0.5 - 0.5 * math.cos(math.pi * (i + 0.5) / ramp)
        sound[i] *= gain
        sound[-1 - i] *= gain
    sound = trim(sound)
    assert longest_quiet(sound) < HOLD_MS * MS, f"{word}: a silence inside the word"
    return sound + [0.0] * (-len(sound) % MS)


def trim(samples):
    loud = [i for i, x in enumerate(samples) if abs(x) > FLOOR]
    return samples[loud[0]:loud[-1] + 1]


def longest_quiet(samples):
    loud = [i for i, x in enumerate(samples) if abs(x) > FLOOR]
    return max((b - a for a, b in zip(loud, loud[1:])), default=0)


def room_tone(seed, count):
    """Pink-ish noise (white noise through P. Kellet's three-pole filter), the same for the same seed."""
    draw = random.Random(seed).random
    out, a, b, c = [], 0.0, 0.0, 0.0
    for _ in range(count):
        white = draw() - 0.5
        a = 0.99765 * a + white * 0.0990460
        b = 0.96300 * b + white * 0.2965164
        c = 0.57000 * c + white * 1.0526913
        out.append(a + b + c + white * 0.1848)
    scale = TONE_RMS / math.sqrt(sum(x * x for x in out) / count)
    return [max(-TONE_PEAK, min(TONE_PEAK, x * scale)) for x in out]


def mulaw_decode(byte):
    """G.711 mu-law byte to a 16-bit sample."""
    byte = ~byte & 0xFF
    value = (((byte & 0x0F) << 3) + 0x84 << (byte >> 4 & 7)) - 0x84
    return -value if byte & 0x80 else value


def mulaw_encode(sample):
    """A sample to the G.711 mu-law byte of its segment and step."""
    sign = 0x80 if sample < 0 else 0
    value = min(int(abs(sample) + 0.5), 32635) + 0x84
    segment = value.bit_length() - 8
    return ~(sign | segment << 4 | value >> segment + 3 & 0x0F) & 0xFF


def write_wav(path, channels):
    """Interleaved mu-law in a WAV file (format 7)."""
    frames = len(channels[0])
    data = bytearray(frames * 2)
    for number, samples in enumerate(channels):
        data[number::2] = bytes(map(mulaw_encode, samples))
    fmt = struct.pack("<HHIIHHH", 7, 2, RATE, RATE * 2, 2, 8, 0)
    body = b"WAVE" + b"fmt " + struct.pack("<I", len(fmt)) + fmt + b"fact" + struct.pack("<II", 4, frames)
    body += b"data" + struct.pack("<I", len(data)) + data
    path.write_bytes(b"RIFF" + struct.pack("<I", len(body)) + body)


def read_wav(path):
    """The two channels of such a file as 16-bit samples."""
    raw = path.read_bytes()
    assert raw[:4] == b"RIFF" and raw[8:12] == b"WAVE" and struct.unpack("<I", raw[4:8])[0] == len(raw) - 8
    at, chunks = 12, {}
    while at < len(raw):
        size = struct.unpack("<I", raw[at + 4:at + 8])[0]
        chunks[raw[at:at + 4]] = raw[at + 8:at + 8 + size]
        at += 8 + size
    assert struct.unpack("<HHI", chunks[b"fmt "][:8]) == (7, 2, RATE)
    table = [mulaw_decode(b) for b in range(256)]
    samples = [table[b] for b in chunks[b"data"]]
    return samples[0::2], samples[1::2]


# --- timeline --------------------------------------------------------------------------------------------------------

def lay_out(call):
    """Fills in every turn's word times; gives the sound as (role, start_ms, samples) and the duration."""
    sounds, end, previous = [], None, None
    for number, turn in enumerate(call.turns):
        at = start_of(turn, previous, end)
        for piece in re.findall(r"<\d+[hu]?>|[^\s<，。？！]+[，。？！]*", turn.text):
            pause = re.fullmatch(r"<(\d+)([hu]?)>", piece)
            if pause:
                turn.pauses[len(turn.words) - 1] = (int(pause[1]), pause[2])
                continue
            word = piece.strip(PUNCTUATION).lower()
            draw = random.Random(f"{call.call_id} {number} {len(turn.words)}")
            level = draw.uniform(0, 3) + (2 if word in FILLERS else 0)
            sound = speak(call.voices[turn.role], word, PEAK[turn.role] * 10 ** (-level / 20))
            if turn.words:
                gap = turn.pauses.get(len(turn.words) - 1, (draw.randint(0, 60), ""))[0]
                at = turn.words[-1][1] + gap
            turn.words.append((at, at + len(sound) // MS, piece))
            sounds.append((turn.role, at, sound))
        end = max(end or 0, turn.words[-1][1])
        previous = turn
    return sounds, end + TAIL_MS


def start_of(turn, previous, end):
    if turn.word:
        return previous.words[turn.word[0]][0] + turn.word[1]
    if turn.pause:
        return previous.words[sorted(previous.pauses)[turn.pause[0]]][1] + turn.pause[1]
    return LEAD_MS if end is None else end + turn.after


def mix(call, sounds, duration):
    channels = [room_tone(f"{call.call_id} {role}", duration * MS) for role in CHANNEL]
    for role, at, samples in sounds:
        channel = channels[CHANNEL[role]]
        for i, x in enumerate(samples, at * MS):
            channel[i] += x
    return channels


# --- tables ----------------------------------------------------------------------------------------------------------

HEADERS = {
    "calls": "call_id,language,duration_ms,user_channel,agent_channel,audio,topic",
    "asr_history": "call_id,role,start_ms,end_ms,transcript",
    "words": "call_id,role,start_ms,end_ms,word,confidence",
    "user_turns": "call_id,turn_id,start_ms,speech_end_ms,status,annotator",
    "silence_spans": "call_id,turn_id,span_index,start_ms,end_ms,label,confidence,reason,annotator",
    "eot_labels": "call_id,decision_ms,user_text_at_decision,can_reply_now,confidence,reason,annotator",
}


def bare(token):
    return token.strip(PUNCTUATION)


def joined(tokens, language):
    """Tokens as text; a comma left hanging at the end goes."""
    return ("" if language == "zh" else " ").join(tokens).rstrip(",，")


def rows_of(turn, language):
    """The turn's rows: runs of its words, parted at pauses of ROW_SPLIT_MS or more."""
    cuts = [i + 1 for i, (ms, _) in sorted(turn.pauses.items()) if ms >= ROW_SPLIT_MS]
    for first, last in zip([0] + cuts, cuts + [len(turn.words)]):
        part = turn.words[first:last]
        yield part[0][0], part[-1][1], joined([w for _, _, w in part], language)


def text_until(turn, count, language):
    """What was said of the turn in its first `count` words: its rows so far, joined as the rows themselves are."""
    said = Turn(turn.role, "", words=turn.words[:count], pauses={i: p for i, p in turn.pauses.items() if i < count - 1})
    return joined([text for _, _, text in rows_of(said, language)], language)


def next_speech(call, at, fallback):
    """When anybody next starts a word at or after `at`."""
    return min((s for turn in call.turns for s, _, _ in turn.words if s >= at), default=fallback)


def silences_of(call, turn, duration):
    """The turn's silences as (start, end, label, reason, words said): its holds, then its end."""
    for i, (ms, why) in sorted(turn.pauses.items()):
        start = turn.words[i][1]
        end = next_speech(call, start, duration)     # the agent may come in before the user goes on
        if end - start >= HOLD_MS:
            yield start, end, "hold", REASON[why], i + 1
    start = turn.words[-1][1]
    if turn.kind == "cut":
        label, reason = "", "interrupted_unclear"
    else:
        label, reason = "eot", "completed_answer" if turn.answer else "completed_turn"
    yield start, next_speech(call, start, duration), label, reason, len(turn.words)


def tables_of(call, duration):
    out = {name: [] for name in HEADERS}
    out["calls"].append((call.call_id, call.language, duration, CHANNEL["user"], CHANNEL["agent"],
                         f"audio/{call.call_id}.wav", call.topic))
    for turn in call.turns:
        for start, end, text in rows_of(turn, call.language):
            out["asr_history"].append((call.call_id, turn.role, start, end, text))
        for start, end, word in turn.words:
            out["words"].append((call.call_id, turn.role, start, end, bare(word), ""))
    taken = [t for t in call.turns if t.role == "user" and t.kind != "backchannel"]
    for number, turn in enumerate(taken, 1):
        turn_id, cut = f"u{number:03}", turn.kind == "cut"
        out["user_turns"].append((call.call_id, turn_id, turn.words[0][0], "" if cut else turn.words[-1][1],
                                  "interrupted_unclear" if cut else "complete", ANNOTATOR))
        for index, (start, end, label, reason, count) in enumerate(silences_of(call, turn, duration)):
            sure = "low" if not label else "high" if end - start >= 250 else "medium"
            out["silence_spans"].append((call.call_id, turn_id, index, start, end, label, sure, reason, ANNOTATOR))
            if end - start > POINT_MS:
                reply = {"eot": 1, "hold": 0, "": ""}[label]
                out["eot_labels"].append((call.call_id, start + POINT_MS, text_until(turn, count, call.language), reply,
                                          sure, reason, ANNOTATOR))
    out["asr_history"].sort(key=lambda r: (r[2], r[3]))
    out["words"].sort(key=lambda r: (r[2], r[3]))
    return out


def write_csv(name, rows):
    with open(HERE / f"{name}.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADERS[name].split(","))
        writer.writerows(rows)


# --- checks: on the files as they lie on disk ------------------------------------------------------------------------

def read_csv(name):
    with open(HERE / f"{name}.csv", encoding="utf-8", newline="") as file:
        assert file.readline() == HEADERS[name] + "\n", f"{name}: header"
        rows = list(csv.DictReader(file, HEADERS[name].split(",")))
    for row in rows:
        for key, value in row.items():
            if key.endswith("_ms") and value:
                assert value.isdigit(), (name, row)
                row[key] = int(value)
    return rows


def check_tables(tables):
    """The rules of the four tables, and what this script promises beyond them."""
    length = {c["call_id"]: c["duration_ms"] for c in tables["calls"]}
    order = list(length)
    language = {c["call_id"]: c["language"] for c in tables["calls"]}
    for name, rows in tables.items():
        assert all(r["call_id"] in length for r in rows), f"{name}: a call that calls.csv lacks"       # rule 3
        places = [(order.index(r["call_id"]), r.get("start_ms", r.get("decision_ms", 0))) for r in rows]
        assert places == sorted(places), f"{name}: order"
        for row in rows:                                                                         # rule 1
            end = row.get("end_ms") or row.get("speech_end_ms")
            assert "start_ms" not in row or end in ("", None) or 0 <= row["start_ms"] < end, (name, row)
            times = [v for k, v in row.items() if k.endswith("_ms") and v != ""]
            assert all(0 <= t <= length[row["call_id"]] for t in times), (name, row)
            assert row.get("role", "user") in CHANNEL, (name, row)                               # rule 2
            assert row.get("confidence", "") in ("", "high", "medium", "low"), (name, row)
    keys = {"calls": ["call_id"], "eot_labels": ["call_id", "decision_ms"], "user_turns": ["call_id", "turn_id"],
            "silence_spans": ["call_id", "turn_id", "span_index"]}
    for name, columns in keys.items():                                                           # rule 3
        found = [tuple(r[c] for c in columns) for r in tables[name]]
        assert len(found) == len(set(found)), f"{name}: keys"
    turns = {(t["call_id"], t["turn_id"]): t for t in tables["user_turns"]}
    assert {(s["call_id"], s["turn_id"]) for s in tables["silence_spans"]} == set(turns), "a turn without spans, or none"
    for key, turn in turns.items():
        check_turn(turn, [s for s in tables["silence_spans"] if (s["call_id"], s["turn_id"]) == key])
    check_spans(tables)
    check_points(tables)
    check_text(tables, language)


def check_reason(reason, label):
    labels = {"completed_turn": "eot", "completed_answer": "eot", "mid_turn_pause": "hold", "hesitation": "hold",
              "unfinished_expression": "hold", "uncertain": "", "audio_issue": "", "interrupted_unclear": ""}
    assert labels[reason] == label, (reason, label)


def check_turn(turn, spans):
    """Rules 2, 4 and 6 for one turn."""
    assert [int(s["span_index"]) for s in spans] == list(range(len(spans))), turn
    labels = [s["label"] for s in spans]
    for span in spans:
        check_reason(span["reason"], span["label"])
        assert turn["start_ms"] <= span["start_ms"], span
    if turn["status"] == "complete":
        assert labels == ["hold"] * (len(labels) - 1) + ["eot"], turn
        assert spans[-1]["start_ms"] == turn["speech_end_ms"], turn
        assert all(s["end_ms"] <= turn["speech_end_ms"] for s in spans[:-1]), turn
    else:
        assert turn["status"] == "interrupted_unclear" and turn["speech_end_ms"] == "", turn
        assert labels == ["hold"] * (len(labels) - 1) + [""], turn


def check_spans(tables):
    """Rule 6: spans of one call don't overlap, and nobody speaks in one; they begin and end where somebody does."""
    length = {c["call_id"]: c["duration_ms"] for c in tables["calls"]}
    for call_id, duration in length.items():
        spans = sorted((s["start_ms"], s["end_ms"]) for s in tables["silence_spans"] if s["call_id"] == call_id)
        assert all(a[1] <= b[0] for a, b in zip(spans, spans[1:])), call_id
        words = [w for w in tables["words"] if w["call_id"] == call_id]
        for start, end in spans:
            assert end - start >= HOLD_MS, (call_id, start)
            assert not any(w["start_ms"] < end and start < w["end_ms"] for w in words), (call_id, start)
            assert any(w["end_ms"] == start and w["role"] == "user" for w in words), (call_id, start)
            assert end == duration or any(w["start_ms"] == end for w in words), (call_id, end)


def check_points(tables):
    """Rule 7: a point lies in one span and says what the span says; every span long enough has its point."""
    reply = {"eot": "1", "hold": "0", "": ""}
    spans = tables["silence_spans"]
    for point in tables["eot_labels"]:
        at = point["decision_ms"]
        owners = [s for s in spans if s["call_id"] == point["call_id"] and s["start_ms"] <= at < s["end_ms"]]
        assert len(owners) == 1, point
        owner = owners[0]
        assert at == owner["start_ms"] + POINT_MS and point["can_reply_now"] == reply[owner["label"]], point
        assert (point["reason"], point["confidence"]) == (owner["reason"], owner["confidence"]), point
    assert len(tables["eot_labels"]) == sum(s["end_ms"] - s["start_ms"] > POINT_MS for s in spans)


def squeeze(text):
    return re.sub(f"[{PUNCTUATION}\\s]", "", text)


def check_text(tables, language):
    """Words make up their row and its times; one party's words and rows don't overlap; texts at points agree with words."""
    for row in tables["asr_history"]:
        inside = [w for w in tables["words"] if w["call_id"] == row["call_id"] and w["role"] == row["role"]
                  and row["start_ms"] <= w["start_ms"] and w["end_ms"] <= row["end_ms"]]
        glue = "" if language[row["call_id"]] == "zh" else " "
        assert glue.join(w["word"] for w in inside) == re.sub(f"[{PUNCTUATION}]", "", row["transcript"]), row
        assert (inside[0]["start_ms"], inside[-1]["end_ms"]) == (row["start_ms"], row["end_ms"]), row
    for name in ("words", "asr_history"):
        for a in language:
            for role in CHANNEL:
                rows = [r for r in tables[name] if (r["call_id"], r["role"]) == (a, role)]
                assert all(x["end_ms"] <= y["start_ms"] for x, y in zip(rows, rows[1:])), (name, a, role)
    owner = {}
    for span in tables["silence_spans"]:
        if span["end_ms"] - span["start_ms"] > POINT_MS:
            owner[span["call_id"], span["start_ms"] + POINT_MS] = span["turn_id"]
    starts = {(t["call_id"], t["turn_id"]): t["start_ms"] for t in tables["user_turns"]}
    for point in tables["eot_labels"]:
        call_id, at = point["call_id"], point["decision_ms"]
        start = starts[call_id, owner[call_id, at]]
        said = [w["word"] for w in tables["words"] if w["call_id"] == call_id and w["role"] == "user"
                and start <= w["start_ms"] and w["end_ms"] <= at]
        assert squeeze("".join(said)) == squeeze(point["user_text_at_decision"]), point


def check_audio(tables):
    """The sound is where the words are, silence is quiet but not empty, and nothing clips."""
    for call in tables["calls"]:
        channels = read_wav(HERE / call["audio"])
        for role, number in CHANNEL.items():
            samples = channels[number]
            assert len(samples) == call["duration_ms"] * MS, call
            quiet = bytearray(b"\1") * len(samples)
            for w in tables["words"]:
                if (w["call_id"], w["role"]) == (call["call_id"], role):
                    first, last = w["start_ms"] * MS, w["end_ms"] * MS
                    quiet[first:last] = bytes(last - first)
                    sound = [i for i in range(first, last) if abs(samples[i]) > FLOOR]
                    assert sound[0] - first < 3 * MS and last - sound[-1] <= 3 * MS, w
            rest = [x for x, q in zip(samples, quiet) if q]
            rms = 20 * math.log10(math.sqrt(sum(x * x for x in rest) / len(rest)) / FULL)
            peak = 20 * math.log10(max(map(abs, samples)) / FULL)
            want = {"agent": -6, "user": -3}[role]
            assert max(map(abs, rest)) < FLOOR and -63 < rms < -61, (call["call_id"], role, rms)
            assert want - 1 < peak < want + 0.5, (call["call_id"], role, peak)


def check():
    tables = {name: read_csv(name) for name in HEADERS}
    check_tables(tables)
    check_audio(tables)
    size = sum(f.stat().st_size for f in HERE.rglob("*") if f.is_file() and "__pycache__" not in f.parts)
    assert size < 2_200_000, f"{size} bytes"
    return tables, size


def main():
    if "--check" not in sys.argv[1:]:
        (HERE / "audio").mkdir(exist_ok=True)
        everything = {name: [] for name in HEADERS}
        for call in CALLS:
            sounds, duration = lay_out(call)
            write_wav(HERE / "audio" / f"{call.call_id}.wav", mix(call, sounds, duration))
            for name, rows in tables_of(call, duration).items():
                everything[name] += rows
        for name, rows in everything.items():
            write_csv(name, rows)
    tables, size = check()
    for call in tables["calls"]:
        count = {n: sum(r["call_id"] == call["call_id"] for r in rows) for n, rows in tables.items()}
        print(call["call_id"], f"{call['duration_ms']} ms,", ", ".join(f"{count[n]} {n}" for n in HEADERS if n != "calls"))
    print(f"every check passed; {size} bytes")


if __name__ == "__main__":
    main()
