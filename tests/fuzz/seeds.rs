//! Small valid files that are mutated.

use std::path::PathBuf;

use falter::augment::{self, Kept, Options};
use falter::format::{self, ReadOptions, tables as format_tables};
use falter::lang::Languages;
use falter::settings::Settings;
use serde_json::json;

type Files = Vec<(&'static str, Vec<u8>)>;

/// The six tables: two calls, one of them Chinese.
pub(super) fn tables() -> Files {
    let table = |name, text: &str| (name, text.as_bytes().to_vec());
    vec![
        table(
            "asr_history.csv",
            "call_id,role,start_ms,end_ms,transcript\n\
             en,agent,0,900,How can I help?\n\
             en,user,1200,4300,\"um I need, uh the the room on four one five please\"\n\
             en,agent,4400,4700,mhm\n\
             en,user,4900,6000,for two people\n\
             zh,user,100,2500,嗯我我想订一个房间\n\
             zh,agent,2700,3500,好的\n",
        ),
        table(
            "words.csv",
            "call_id,role,start_ms,end_ms,word,confidence\n\
             en,user,1200,1400,um,0.9\nen,user,1500,1600,I,\nen,user,1600,1900,need,\n\
             en,user,2400,2600,uh,\nen,user,2600,2700,the,\nen,user,2750,2900,the,\n\
             en,user,2900,3100,room,\nen,user,3100,3200,on,\nen,user,3200,3400,four,\n\
             en,user,3400,3500,one,\nen,user,3500,3800,five,\nen,user,4000,4300,please,\n\
             en,user,4900,5000,for,\nen,user,5000,5200,two,\nen,user,5600,6000,people,\n\
             zh,user,100,300,嗯,\nzh,user,500,600,我,\nzh,user,600,800,我,\nzh,user,800,900,想,\n\
             zh,user,1100,1300,订,\nzh,user,1300,1600,一个,\nzh,user,1900,2500,房间,\n",
        ),
        table(
            "calls.csv",
            "call_id,language,duration_ms,user_channel,agent_channel,topic\nen,en,7000,1,0,a\nzh,zh,4000,1,0,b\n",
        ),
        table(
            "user_turns.csv",
            "call_id,turn_id,start_ms,speech_end_ms,status,annotator\n\
             en,u001,1200,6000,complete,a\nzh,u001,100,2500,complete,a\n",
        ),
        table(
            "silence_spans.csv",
            "call_id,turn_id,span_index,start_ms,end_ms,label,confidence,reason,annotator\n\
             en,u001,0,1900,2400,hold,high,hesitation,a\n\
             en,u001,1,6000,7000,eot,high,completed_turn,a\n\
             zh,u001,0,2500,2700,eot,medium,completed_answer,a\n",
        ),
        table(
            "eot_labels.csv",
            "call_id,decision_ms,user_text_at_decision,can_reply_now,confidence,reason,annotator\n\
             en,2100,um I need,0,high,mid_turn_pause,a\n\
             en,6200,\"um I need, uh the the room on four one five please for two people\",1,high,completed_turn,a\n",
        ),
    ]
}

/// Two sides of an ms98 call.
pub(super) fn ms98() -> Files {
    let side = |name, side| {
        let line = |from: f64, to: f64, word| {
            format!("sw2001{side}-ms98-a-0001 {from:.6} {to:.6} {word}\n")
        };
        let text = [
            line(0.0, 0.9, "[silence]"),
            line(0.9, 1.2, "um"),
            line(1.2, 1.3, "i-"),
            line(1.4, 1.5, "i"),
            line(1.5, 1.9, "[laughter-know]"),
            line(2.5, 2.9, "th[at]-"),
            line(3.0, 3.4, "them_1"),
            line(3.4, 3.4, "<b_aside>"),
        ];
        (name, text.concat().into_bytes())
    };
    vec![
        side("sw2001A-ms98-a-word.text", 'A'),
        side("sw2001B-ms98-a-word.text", 'B'),
    ]
}

/// A CHAT transcript with what its words may carry.
pub(super) fn chat() -> Files {
    let text = "@UTF8\n@Begin\n@Languages:\teng\n@Participants:\tUSR User, AGT Agent\n\
        *AGT:\twhen can I call (.) you ? \u{15}0_1400\u{15}\n\
        *USR:\t&-um I [/] I need <the form> [//]\n\tthe form [x 3] &+to ⌈2 no::w [: soon] +... \u{15}2000_5200\u{15}\n\
        %wor:\tum \u{15}2000_2300\u{15} I \u{15}2300_2400\u{15} .\n\
        %com:\tnothing\n*USR:\txxx .\n*AGT:\tit 's (o)kay‡ . \u{15}5600_6000\u{15}\n@End\n";
    vec![("call.cha", text.as_bytes().to_vec())]
}

/// A Map Task dialogue.
pub(super) fn maptask() -> Files {
    let text = "Found 2 args.\nObservation: q1; Result size: 3; atts: 2\nwho\t$m\t\n\
        g\tgo to the dis-- the \"s\" bend \t\nf\tmmhmm \t\ng\tuh right \t\n";
    vec![("q1.txt", text.as_bytes().to_vec())]
}

/// A conversation of the NCCU corpus.
pub(super) fn nccu() -> Files {
    let text = "Turn,Speaker,Utterance\n1,F1:,..那個..那個…我=[想]去<L3 阿媽 ((外婆)) L3>\n\
        2,F2:,\"[[XX]]對啊, OK\"\n3,F1 :,(0)@@@um..好\n";
    vec![("talk.csv", text.as_bytes().to_vec())]
}

/// Words with dialogue acts.
pub(super) fn acts() -> Files {
    let a = "u-1,0.5,0.9,so,B,qw,u-1-1\nu-1,0.9,1.3,why,I,qw,u-1-1\nu-2,3.0,3.2,uh-huh,B,\"b,o@\",u-2-1\nu-2,3.3,3.4,[noise],O,,\n";
    let b = "u-3,1.8,2.9,because,B,sd,u-3-1\nu-3,3.5,3.9,them_1,I,sd,u-3-1\n";
    vec![
        ("sw2001A-word-da.csv", a.as_bytes().to_vec()),
        ("sw2001B-word-da.csv", b.as_bytes().to_vec()),
    ]
}

/// Results of a streaming recogniser.
pub(super) fn increments() -> Files {
    let result = |words: &str, last: bool| {
        format!(
            "{{\"result_index\": 0, \"results\": [{{\"alternatives\": [{{\"timestamps\": [{words}], \"transcript\": \"\"}}], \"final\": {last}}}]}}"
        )
    };
    let text = result("[\"okay\", 0.26, 0.99]", false)
        + &result("[\"okay\", 0.26, 0.99], [\"%HESITATION\", 1.1, 1.4]", true)
        + "\n"
        + &result("[\"so\", 2.0, 2.5]", true);
    vec![("call_l.json.txt", text.into_bytes())]
}

/// An RTTM of one call.
pub(super) fn rttm() -> Files {
    let text = ";; comment\n\
        SPEAKER call 1 0.50 1.25 <NA> <NA> user <NA> <NA>\n\
        SPEAKER call 1 1.90 0.60 <NA> <NA> agent <NA> <NA>\n\
        SPEAKER call 1 3.00 2.00 <NA> <NA> user <NA> <NA>\n\
        SPEAKER other 1 0 1 <NA> <NA> A <NA>\n";
    vec![("spans.rttm", text.as_bytes().to_vec())]
}

/// An Audacity label track.
pub(super) fn labels() -> Files {
    let text = "0.5\t1.75\tuser\n\\\t100.0\t200.0\n1.9\t2.5\tagent: mhm\n3.0\t3.0\tpoint\n3.1\t5.0\tuser\n";
    vec![("call.txt", text.as_bytes().to_vec())]
}

/// Scores of a model.
pub(super) fn predictions() -> Files {
    let text = "id,span_index,silence_dur,p_eot,label\n\
        a,0,0.2,0.1,hold\na,0,0.6,0.4,hold\na,1,0.4,,eot\nb,0,1.2,0.9,eot\n";
    vec![("predictions.csv", text.as_bytes().to_vec())]
}

/// Thresholds.
pub(super) fn settings() -> Files {
    let text = "# mine\nhold_min_ms = 120\nvad_threshold_8k = 0.5\nrandom_seed = 7\n";
    vec![("settings.toml", text.as_bytes().to_vec())]
}

/// A small language.
pub(super) fn lexicon() -> Files {
    let text = r#"code = "xx"
name = "Test"
segmenter = "spaces"
repeat_form = "{}- "
inserts = [{ form = "um", text = "um, ", weight = 3 }]
fillers = [{ forms = ["um", "uh"], tier = "A" }, { forms = ["ah"], tier = "B", set_off = "either" }]
markers = [{ forms = ["you know"], tier = "B", place = "inside", not_after = ["do"] }]
backchannels = ["yeah", "i see"]
doubles = ["very"]
function_words = ["the", "i"]
[segmentation]
digits = "一二三"
traditional = "們们"
[protect]
numbers = ["four", "one", "five"]
at = ["at"]
dot = ["dot"]
domains = ["com"]
[[examples]]
text = "um the the"
fillers = ["um"]
"#;
    vec![("xx.toml", text.as_bytes().to_vec())]
}

/// PCM, mu-law, extensible and RF64 files of a few samples.
pub(super) fn recordings() -> Vec<Vec<u8>> {
    let fmt = |tag: u16, channels: u16, bytes: u16| {
        let mut fmt = Vec::new();
        fmt.extend(tag.to_le_bytes());
        fmt.extend(channels.to_le_bytes());
        fmt.extend(8000u32.to_le_bytes());
        fmt.extend((8000 * u32::from(channels * bytes)).to_le_bytes());
        fmt.extend((channels * bytes).to_le_bytes());
        fmt.extend((bytes * 8).to_le_bytes());
        fmt
    };
    let samples: Vec<u8> = (0..640u32).map(|k| (k * 37 % 251) as u8).collect();
    let mut extensible = fmt(0xFFFE, 2, 2);
    extensible.extend(22u16.to_le_bytes());
    extensible.extend(16u16.to_le_bytes());
    extensible.extend(3u32.to_le_bytes());
    extensible.extend(b"\x01\0\0\0\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71");
    vec![
        riff(b"RIFF", &[(b"fmt ", &fmt(1, 2, 2)), (b"data", &samples)]),
        riff(
            b"RIFF",
            &[
                (b"fmt ", &fmt(7, 2, 1)),
                (b"fact", &[0; 4]),
                (b"data", &samples),
            ],
        ),
        riff(b"RIFF", &[(b"fmt ", &extensible), (b"data", &samples)]),
        riff(
            b"RF64",
            &[
                (b"ds64", &[0; 28]),
                (b"fmt ", &fmt(3, 2, 4)),
                (b"data", &samples),
            ],
        ),
    ]
}

fn riff(magic: &[u8], chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut body = b"WAVE".to_vec();
    for (id, chunk) in chunks {
        body.extend(*id);
        body.extend((chunk.len() as u32).to_le_bytes());
        body.extend(*chunk);
    }
    let mut file = magic.to_vec();
    file.extend((body.len() as u32).to_le_bytes());
    file.extend(body);
    file
}

/// A folder as `falter augment` writes it.
pub(super) fn augmented() -> Vec<(String, Vec<u8>)> {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in tables() {
        std::fs::write(folder.path().join(name), bytes).expect("a file");
    }
    let paths = [PathBuf::from(folder.path())];
    let corpus = format::open(&paths, &ReadOptions::default()).expect("the tables");
    let (languages, settings) = (Languages::default(), Settings::default());
    let options = Options {
        // Chosen so that every rule places something.
        seed: 3,
        ..Options::paper(4_000_000, 3)
    };
    let annotator = augment::annotator(&options, &settings);
    let made = augment::augment(&corpus, &languages, &settings, &options, &annotator);
    let made = made.expect("augmented");
    let mut files = augment::files(&made, false);
    let kept = Kept::of(&corpus, &annotator, &Languages::default());
    let manifest = falter::manifest::bytes(&json!({ "strip": kept }));
    files.push((String::from(falter::output::MANIFEST), manifest));
    assert!(format_tables::render(&corpus).len() >= 6);
    files
}
