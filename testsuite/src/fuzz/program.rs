//! The program of a seed: a prelude, a function a piece, a main that calls them. A piece has random numbers of its own, so
//! leaving others out doesn't change it.

use super::files;
use super::r#gen::Gen;
use super::names::Names;
use crate::random::Random;
use clap::ValueEnum;

/// What a piece is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Kind {
    /// Nests of parallel loops in all levels, with code and reductions between them.
    Nest,
    /// Regions whose parallelism the compiler finds.
    Kernels,
    /// Pointers that overlap.
    Alias,
    /// Lifetimes, sections, updates.
    Data,
    /// Copies of variables.
    Private,
    /// Atomic operations.
    Atomic,
    /// Routines of all levels.
    Routine,
    /// Sums in memory.
    Sums,
    /// Asynchronous queues.
    Queue,
    /// Several loops of different shapes in one construct.
    Mixed,
    /// Loop variables of every type.
    Narrow,
    /// Scalars, guards and pointers that analysis must see through.
    Flow,
    /// Several host threads.
    Threads,
    /// Flags that change C's rules.
    Rules,
    /// Loops of the host around regions.
    Turns,
    /// Variables between the kernels of regions.
    Steps,
    /// Heads of loops that read what the loops change.
    Heads,
    /// Rows with a pitch that isn't known.
    Pitch,
    /// Rows of a few numbers, read element by element.
    Words,
    /// Tables of pointers to rows. (gcc 12 compiles some of them wrongly, as plain C as well: only on request.)
    Tables,
    /// Types that code reaches in every way.
    Types,
    /// Whole functions around arrays of all sorts.
    Functions,
    /// Programs of several files.
    Files,
    /// C++, in programs of their own.
    #[value(name = "c++")]
    Cpp,
}

const KINDS: [Kind; 27] = [
    Kind::Nest,
    Kind::Nest,
    Kind::Nest,
    Kind::Kernels,
    Kind::Kernels,
    Kind::Kernels,
    Kind::Alias,
    Kind::Data,
    Kind::Private,
    Kind::Atomic,
    Kind::Sums,
    Kind::Routine,
    Kind::Queue,
    Kind::Mixed,
    Kind::Mixed,
    Kind::Mixed,
    Kind::Narrow,
    Kind::Narrow,
    Kind::Flow,
    Kind::Flow,
    Kind::Threads,
    Kind::Rules,
    Kind::Turns,
    Kind::Turns,
    Kind::Steps,
    Kind::Steps,
    Kind::Heads,
];

/// Which of a seed's pieces are wanted.
#[derive(Clone)]
pub struct Selection {
    /// Pieces by number; empty for all.
    pub only: Vec<usize>,
    /// Every piece is of this kind.
    pub kind: Option<Kind>,
    /// Pieces a program.
    pub pieces: usize,
    /// Variables have names that accrs's own text uses.
    pub names: bool,
}

/// A program, how many compute constructs it surely runs, and what compiles it.
pub struct Program {
    /// All of its files ([`files::apart`]).
    pub text: String,
    pub launches: usize,
    pub pieces: Vec<usize>,
    pub flags: Vec<String>,
}

const PRELUDE: &str = include_str!("prelude.h");

pub fn generate(seed: u64, selection: &Selection) -> Program {
    if selection.kind == Some(Kind::Cpp) {
        return super::cpp::generate(seed, selection);
    }
    let flags = flags(seed);
    let mut text = String::new();
    let mut others: Vec<(String, String)> = Vec::new();
    let mut calls = String::new();
    let mut launches = 0;
    let names = Names::new(PRELUDE);
    let pieces: Vec<usize> = if selection.only.is_empty() {
        (0..selection.pieces).collect()
    } else {
        selection.only.clone()
    };
    for k in &pieces {
        let own = Random::new(seed.wrapping_mul(1000).wrapping_add(*k as u64)).next();
        let kind =
            selection
                .kind
                .unwrap_or_else(|| match selection.names && own.is_multiple_of(4) {
                    true => Kind::Types,
                    false => Random::new(own).pick(&KINDS),
                });
        let mut generator = Gen::new(own ^ 0xacc, &k.to_string());
        generator.flags.clone_from(&flags);
        piece(&mut generator, kind);
        let body = generator.take();
        let name = format!("piece_{k}");
        let mut inside = String::new();
        for declaration in &generator.declarations {
            inside += &format!("    {declaration}\n");
        }
        inside += &body;
        let mut before = std::mem::take(&mut generator.before);
        let mut elsewhere = std::mem::take(&mut generator.files);
        if selection.names {
            let mut texts: Vec<&str> = elsewhere.iter().map(|(_, t)| t.as_str()).collect();
            texts.extend([before.as_str(), inside.as_str()]);
            let mut new = names.renamed(*k, &texts, &generator.given, own);
            inside = new.pop().unwrap_or_default();
            before = new.pop().unwrap_or_default();
            for (file, text) in elsewhere.iter_mut().zip(new) {
                file.1 = text;
            }
        }
        for (file, part) in elsewhere {
            let part = format!("\n/* {kind:?}, piece {k} */\n{part}");
            match others.iter_mut().find(|o| o.0 == file) {
                Some(other) => other.1 += &part,
                None => others.push((file, part)),
            }
        }
        text += &format!("\n/* {kind:?}, piece {k} */\n{before}");
        text += &format!("static void {name}(void)\n{{\n    unsigned long hash = 0;\n");
        text += &format!("{inside}    (void)hash;\n}}\n");
        calls += &format!("    printf(\"piece {k}, {kind:?}\\n\");\n    {name}();\n");
        launches += generator.launches;
    }
    // What a run that fails has printed tells how far it came.
    text += &format!(
        "\nint main(void)\n{{\n    setvbuf(stdout, 0, _IOLBF, 4096);\n{calls}    return 0;\n}}\n"
    );
    let head = format!(
        "/* Random program of seed {seed}, compiled with {}. */\n{PRELUDE}",
        flags.join(" ")
    );
    Program {
        text: files::together(
            &format!("{head}{}", files::include(&others)),
            &text,
            &others,
        ),
        launches,
        pieces,
        flags,
    }
}

/// The options of a seed's program: mostly none but a level of optimisation, sometimes such as change what C says or what
/// the host's compiler may assume, or have several devices share loops. Answers don't depend on them.
fn flags(seed: u64) -> Vec<String> {
    let mut random = Random::new(seed ^ 0xf1a6);
    let level = random.pick(&["-O0", "-O0", "-O0", "-O1", "-O1", "-O2", "-O3"]);
    let mut flags = vec![level.to_string()];
    for (flag, one_in) in [
        ("-funsigned-char", 6),
        ("-fshort-enums", 6),
        ("-fno-strict-aliasing", 5),
        ("-fwrapv", 5),
        ("-ffast-math", 8),
        ("-fno-signed-zeros", 10),
        ("-frounding-math", 10),
    ] {
        if random.one_in(one_in) {
            flags.push(flag.to_string());
        }
    }
    for (choice, one_in) in [
        (["-ffp-contract=off", "-ffp-contract=fast"].as_slice(), 5),
        (&["-std=c99", "-std=c11", "-std=gnu17"], 4),
    ] {
        if random.one_in(one_in) {
            flags.push(random.pick(choice).to_string());
        }
    }
    if random.one_in(3) {
        flags.push("--acc-devices=true".into());
    }
    // What the host's compiler makes of loops there depends on the vectors that it has.
    if matches!(level, "-O2" | "-O3") && random.one_in(2) {
        flags.push("-march=native".into());
    }
    flags
}

fn piece(generator: &mut Gen, kind: Kind) {
    match kind {
        Kind::Nest => generator.nest_piece(),
        Kind::Kernels => generator.kernels_piece(),
        Kind::Alias => generator.alias_piece(),
        Kind::Data => generator.data_piece(),
        Kind::Private => generator.private_piece(),
        Kind::Atomic => generator.atomic_piece(),
        Kind::Sums => generator.sums_piece(),
        Kind::Routine => generator.routine_piece(),
        Kind::Queue => generator.queue_piece(),
        Kind::Mixed => generator.mixed_piece(),
        Kind::Narrow => generator.narrow_piece(),
        Kind::Flow => generator.flow_piece(),
        Kind::Threads => generator.threads_piece(),
        Kind::Rules => generator.rules_piece(),
        Kind::Turns => generator.turns_piece(),
        Kind::Steps => generator.steps_piece(),
        Kind::Heads => generator.heads_piece(),
        Kind::Pitch => generator.pitch_piece(),
        Kind::Words => generator.words_piece(),
        Kind::Tables => generator.tables_piece(),
        Kind::Types => generator.types_piece(),
        Kind::Functions => generator.functions_piece(),
        Kind::Files => generator.files_piece(),
        Kind::Cpp => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selection(only: &[usize]) -> Selection {
        Selection {
            only: only.to_vec(),
            kind: None,
            pieces: 3,
            names: false,
        }
    }

    #[test]
    fn a_seed_names_one_program() {
        let text = |seed| generate(seed, &selection(&[])).text;
        assert_eq!(text(5), text(5));
        assert_ne!(text(5), text(6));
        assert!((1..40).all(|seed| text(seed).contains("#pragma acc")));
    }

    #[test]
    fn a_piece_is_the_same_alone() {
        let all = generate(7, &selection(&[])).text;
        let one = generate(7, &selection(&[1])).text;
        let body = |text: &str| {
            text.split("static void piece_1(void)")
                .nth(1)
                .map(|t| t.split("\n}\n").next().map(str::to_string))
        };
        assert_eq!(body(&all), body(&one));
    }
}
