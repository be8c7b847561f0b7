//! A lexicon file as it is written; [`super::Lexicon`] is what is made of it.

use serde::Deserialize;

use super::Tier;

/// How the words of a language are found.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Segmenter {
    /// Words stand between spaces.
    Spaces,
    /// Chinese, cut by jieba.
    Jieba,
}

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Raw {
    pub code: String,
    pub name: String,
    #[serde(default)]
    pub aliases: Vec<String>,
    pub segmenter: Segmenter,
    /// How the rule engine writes a repeat: `{}` is the repeated text.
    pub repeat_form: String,
    pub inserts: Vec<Insert>,
    pub fillers: Vec<Rule>,
    /// Look like fillers and are none: assent, negation.
    #[serde(default)]
    pub not_fillers: Vec<String>,
    #[serde(default)]
    pub markers: Vec<Rule>,
    #[serde(default)]
    pub edit_terms: Vec<Rule>,
    #[serde(default)]
    pub backchannels: Vec<String>,
    #[serde(default)]
    pub question: Questions,
    #[serde(default)]
    pub requests: Vec<String>,
    /// Verbs that ask where they open a clause: `spell`, `tell me`.
    #[serde(default)]
    pub commands: Vec<String>,
    #[serde(default)]
    pub doubles: Vec<String>,
    #[serde(default)]
    pub function_words: Vec<String>,
    #[serde(default)]
    pub clause_starters: Vec<String>,
    /// First halves of real words that look like a part-word repeat: `re-read`.
    #[serde(default)]
    pub prefixes: Vec<String>,
    /// Words for a sound in markup: `(laughs)`, `{pause}`.
    #[serde(default)]
    pub tags: Vec<String>,
    #[serde(default)]
    pub classes: RawClasses,
    #[serde(default)]
    pub segmentation: Segmentation,
    #[serde(default)]
    pub protect: Protect,
    #[serde(default)]
    pub examples: Vec<Example>,
}

/// A filler the rule engine may insert.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Insert {
    /// The filler alone, as the lexicon counts it.
    pub form: String,
    /// What is written before the token, separator included: `um, `.
    pub text: String,
    /// Weight in the draw.
    pub weight: u32,
}

/// Forms that are counted under one condition.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rule {
    pub forms: Vec<String>,
    pub tier: Tier,
    #[serde(default)]
    pub place: Place,
    #[serde(default)]
    pub set_off: SetOff,
    /// Not counted right after one of these.
    #[serde(default)]
    pub not_after: Vec<String>,
    /// Not counted right before one of these.
    #[serde(default)]
    pub not_before: Vec<String>,
    /// Counted right before one of these even when not set off.
    #[serde(default)]
    pub or_before: Vec<String>,
    /// Counted right after one of these even when not set off.
    #[serde(default)]
    pub or_after: Vec<String>,
    /// Does it announce that what was just said is put right: `I mean`? Editing terms do anyway.
    #[serde(default)]
    pub corrects: bool,
}

/// Where in its stretch a form must stand. Fillers, markers, clause starters and backchannel words
/// before it do not count.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Place {
    /// Anywhere.
    #[default]
    Any,
    /// Anywhere, but not where the stretch has fillers and backchannel phrases only: that is an answer
    /// or a backchannel. Punctuation does not decide it.
    Inside,
    /// First in the stretch or after a full stop, with something after it.
    Initial,
    /// Neither first nor last.
    Medial,
}

/// What must stand beside a form: a mark, a silence, a filler, or the edge of the stretch.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum SetOff {
    /// Nothing.
    #[default]
    No,
    /// On at least one side; the edge of the stretch is no evidence here.
    Either,
    /// On at least one side, or nothing but openers before it, or a response (`yeah`).
    Edge,
    /// After it.
    After,
    /// Before and after it.
    Both,
}

/// Closed classes of words, for repairs.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawClasses {
    /// Pronouns that can only be subjects; the forms of one in one string: `i i'm i've`.
    pub subjects: Vec<String>,
    /// Other pronouns, in the same form: `it it's it'll`.
    pub pronouns: Vec<String>,
    /// Words that need a noun: `the`, `my`.
    pub determiners: Vec<String>,
    /// Determiners that can stand alone: `this`.
    pub demonstratives: Vec<String>,
    /// Prepositions.
    pub prepositions: Vec<String>,
    /// Auxiliary and modal verbs.
    pub auxiliaries: Vec<String>,
    /// `and`, `but`.
    pub coordinators: Vec<String>,
    /// Words that open a clause and seldom come twice: `if`, `what`.
    pub subordinators: Vec<String>,
    /// Words that open a clause and may come twice: `as … as`.
    pub linkers: Vec<String>,
    /// Adverbs between subject and verb.
    pub adverbs: Vec<String>,
    /// Words that are doubled for emphasis; doubled with a hesitation between, they are repeats.
    pub intensifiers: Vec<String>,
    /// Two words of one class that stand together without repair: `and so`.
    pub pairs: Vec<String>,
}

/// Cues of a question.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Questions {
    /// Question words that open a clause.
    pub words: Vec<String>,
    /// Auxiliaries that stand before the subject in a question.
    pub auxiliaries: Vec<String>,
    /// What may be the subject after such an auxiliary.
    pub subjects: Vec<String>,
    /// What makes a question at the end of a clause.
    pub last: Vec<String>,
    /// What makes a question wherever it stands.
    pub anywhere: Vec<String>,
    /// What only looks like a question.
    pub never: Vec<String>,
}

/// Help for the segmenter.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Segmentation {
    /// Characters that are a word by themselves wherever they stand: 嗯 呃.
    pub alone: String,
    /// Words the dictionary lacks.
    pub words: Vec<String>,
    /// Pairs of a traditional and a simplified character: `們们 個个`.
    pub traditional: String,
    /// Characters that spell a number digit by digit.
    pub digits: String,
    /// Further characters of numbers: 十 百.
    pub number_chars: String,
    /// Words that begin like a number and are none.
    pub not_digits: Vec<String>,
}

/// Words of protected spans. All but `name_cues` are single words.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Protect {
    /// Number words.
    pub numbers: Vec<String>,
    /// Number words only among others: `oh`.
    pub weak_numbers: Vec<String>,
    /// Between the words of one number: `and`, `point`, `dash`.
    pub number_links: Vec<String>,
    /// Units, currencies, `o'clock`: after a number.
    pub units: Vec<String>,
    /// Months and whatever else makes one span with a number beside it.
    pub dates: Vec<String>,
    /// Single letters that are words as well.
    pub letter_words: Vec<String>,
    /// Words for `@`.
    pub at: Vec<String>,
    /// Words for `.` in an address.
    pub dot: Vec<String>,
    /// Words inside a spoken address: `underscore`.
    pub address_links: Vec<String>,
    /// Last parts of an address: `com`.
    pub domains: Vec<String>,
    /// Phrases after which a name follows.
    pub name_cues: Vec<String>,
    /// Words that are no name and end one.
    pub not_names: Vec<String>,
}

/// A text and what is expected of it. What is absent is not checked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Example {
    pub text: String,
    pub tokens: Option<Vec<String>>,
    pub fillers: Option<Vec<String>>,
    pub markers: Option<Vec<String>>,
    pub edit_terms: Option<Vec<String>>,
    pub repeats: Option<Vec<String>>,
    pub repairs: Option<Vec<String>>,
    pub restarts: Option<Vec<String>>,
    pub fragments: Option<Vec<String>>,
    pub protected: Option<Vec<String>>,
    pub question: Option<bool>,
    pub request: Option<bool>,
}
