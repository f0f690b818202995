//! The program of a seed: a prelude, a function a piece, a main that calls them. A piece has random numbers of its own, so
//! leaving others out doesn't change it.

use super::r#gen::Gen;
use super::random::Random;
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
    /// Asynchronous queues.
    Queue,
}

const KINDS: [Kind; 12] = [
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
    Kind::Routine,
    Kind::Queue,
];

/// Which of a seed's pieces are wanted.
#[derive(Clone, Default)]
pub struct Selection {
    /// Pieces by number; empty for all.
    pub only: Vec<usize>,
    /// Every piece is of this kind.
    pub kind: Option<Kind>,
}

/// A program, and how many compute constructs it surely runs.
pub struct Program {
    pub text: String,
    pub launches: usize,
    pub pieces: Vec<usize>,
}

/// Pieces a program.
pub const PIECES: usize = 3;

const PRELUDE: &str = include_str!("prelude.h");

pub fn generate(seed: u64, selection: &Selection) -> Program {
    let mut text = format!("/* Random program of seed {seed}. */\n{PRELUDE}");
    let mut calls = String::new();
    let mut launches = 0;
    let pieces: Vec<usize> = (0..PIECES)
        .filter(|k| selection.only.is_empty() || selection.only.contains(k))
        .collect();
    for k in &pieces {
        let own = Random::new(seed.wrapping_mul(1000).wrapping_add(*k as u64)).next();
        let kind = selection
            .kind
            .unwrap_or_else(|| Random::new(own).pick(&KINDS));
        let mut generator = Gen::new(own ^ 0xacc, &k.to_string());
        piece(&mut generator, kind);
        let body = generator.take();
        let name = format!("piece_{k}");
        text += &format!("\n/* {kind:?} */\n{}", generator.before);
        text += &format!("static void {name}(void)\n{{\n    unsigned long hash = 0;\n");
        for declaration in &generator.declarations {
            text += &format!("    {declaration}\n");
        }
        text += &format!("{body}    (void)hash;\n}}\n");
        calls += &format!("    printf(\"piece {k}, {kind:?}\\n\");\n    {name}();\n");
        launches += generator.launches;
    }
    text += &format!("\nint main(void)\n{{\n{calls}    return 0;\n}}\n");
    Program {
        text,
        launches,
        pieces,
    }
}

fn piece(generator: &mut Gen, kind: Kind) {
    match kind {
        Kind::Nest => generator.nest_piece(),
        Kind::Kernels => generator.kernels_piece(),
        Kind::Alias => generator.alias_piece(),
        Kind::Data => generator.data_piece(),
        Kind::Private => generator.private_piece(),
        Kind::Atomic => generator.atomic_piece(),
        Kind::Routine => generator.routine_piece(),
        Kind::Queue => generator.queue_piece(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_names_one_program() {
        let text = |seed| generate(seed, &Selection::default()).text;
        assert_eq!(text(5), text(5));
        assert_ne!(text(5), text(6));
        assert!((1..40).all(|seed| text(seed).contains("#pragma acc")));
    }

    #[test]
    fn a_piece_is_the_same_alone() {
        let all = generate(7, &Selection::default()).text;
        let one = generate(
            7,
            &Selection {
                only: vec![1],
                kind: None,
            },
        )
        .text;
        let body = |text: &str| {
            text.split("static void piece_1(void)")
                .nth(1)
                .map(|t| t.split("\n}\n").next().map(str::to_string))
        };
        assert_eq!(body(&all), body(&one));
    }
}
