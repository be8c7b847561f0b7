"""Figures of reference_figures.py in whole milliseconds: its own functions, fed with times rounded first.

Call: python3 tests/oracles/whole_ms.py ../shared/data > tests/oracles/whole_ms.json
Thresholds become 200 and 500 ms; segments of one RTTM speaker that overlap or touch are joined first.
Times in the output are ms.
"""
import collections, json, math, sys

DATA = sys.argv[1]
source = open(f"{DATA}/reference_figures.py").read().split("\nout={}")[0]
source = source.replace("os.path.dirname(os.path.abspath(__file__))", repr(DATA))
for seconds, ms in [
    ("ipus(ws,0.2)", "ipus(ws,200)"),
    ("if g>=0.2:", "if g>=200:"),
    ("if g>=0.5:", "if g>=500:"),
    ("if g<0.5:", "if g<500:"),
    ("if not S: continue\n        nd+=1;", "if not S: continue\n        S=joined(S); nd+=1;"),
    ("S.append((float(a[3]),float(a[3])+float(a[4]),a[7]))", "S.append((a[3],a[4],a[7]))"),
]:
    assert seconds in source, seconds
    source = source.replace(seconds, ms)


def whole(seconds):
    return math.floor(float(seconds) * 1000 + 0.5)


def joined(segments):
    by_speaker = collections.defaultdict(list)
    for start, length, speaker in segments:
        if whole(length) > 0:
            by_speaker[speaker].append((whole(start), whole(start) + whole(length)))
    out = []
    for speaker, spans in by_speaker.items():
        stretches = []
        for start, end in sorted(spans):
            if stretches and start <= stretches[-1][1]:
                stretches[-1][1] = max(end, stretches[-1][1])
            else:
                stretches.append([start, end])
        out += [(start, end, speaker) for start, end in stretches]
    return out


def rounded(calls):
    side = lambda ws: [(whole(s), whole(e), w) for s, e, w in ws if whole(e) > whole(s)]
    return [(name, {k: side(ws) for k, ws in call.items()}) for name, call in calls]


script = {"joined": joined}
exec(source, script)
words, fillers = script["swb_dir"](), script["FILL_SWB"]
heard, _, _ = script["asr_finals"]()
same = {name for name, _ in heard}
timed = script["timed_corpus"]
out = {
    "swb": timed(rounded(words), fillers, ""),
    "swb_asr_finals": timed(rounded(heard), fillers | {"%hesitation"}, ""),
    "swb_gold_same_calls": timed(rounded([c for c in words if c[0] in same]), fillers, ""),
}
for name in ("callhome_zho", "callhome_eng", "callfriend_eng"):
    out[name] = script["rttm"](f"{DATA}/{name}_rttm/*.rttm", "")
for figures in out.values():
    for key in ("corpus", "speakers_per_file"):
        figures.pop(key, None)
json.dump(out, sys.stdout, indent=1)
print()
