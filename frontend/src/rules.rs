//! What C allows in this compilation: the host compiler's options that loosen or tighten the language's rules.
//!
//! Kernels must mean what the same loop means where the host compiler compiles it, so every decision that leans on
//! one of these rules asks here, and the CUDA text says in its head which options its compiler must have
//! ([`CRules::nvrtc_options`]). Options are read in their order, the last one wins, and those that stand for several
//! (`-ffast-math`, `-Ofast`, `-std=c11`) imply what gcc and clang document.

use crate::source::SourceMap;

/// `-ffp-contract=`: whether `a * b + c` may be rounded once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contract {
    /// Not given: the host compiler's own default.
    Default,
    Off,
    /// Within an expression; gcc before 14 takes it as off.
    On,
    Fast,
}

/// `-fpack-struct`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pack {
    No,
    /// Without a number: each struct has gcc's `packed`.
    All,
    /// With a number: members are aligned to so many bytes at most.
    Most,
}

/// The rules of one compilation. The default is what both compilers do without any option.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools)]
pub struct CRules {
    /// Objects are accessed by their own types only (C11 6.5p7). The language's rule at every `-O` level; only
    /// `-fno-strict-aliasing` lifts it.
    pub strict_aliasing: bool,
    /// Signed arithmetic wraps around (`-fwrapv`, `-fno-strict-overflow`).
    pub wrapv: bool,
    /// Signed overflow traps (`-ftrapv`).
    pub trapv: bool,
    /// Pointer arithmetic wraps around (`-fwrapv-pointer`, `-fno-strict-overflow`).
    pub wrapv_pointer: bool,
    /// As given, see [`CRules::contracts`].
    pub fp_contract: Contract,
    /// The last `-O` is `-O3`, a greater number, or `-Ofast`.
    pub optimised: bool,
    /// The command says by nvc's words that it compiles for accelerators: `-acc`, `-gpu=`, `-ta=`.
    pub nvc: bool,
    /// The host's instructions have a fused multiply-add that its compiler may use (`-mfma`, `-march=native`).
    pub host_fma: bool,
    /// The host compiler is clang.
    pub clang: bool,
    /// `-std=c*`, not `-std=gnu*`: gcc's default for contraction is then off.
    pub iso: bool,
    /// The standard of 1989, with or without GNU's extensions.
    pub c89: bool,
    /// The language is C++, not C.
    pub cpp: bool,
    /// No kernel is made for a device: constructs may hold what only the host's compiler takes.
    pub cores_alone: bool,
    /// The text is to stay the user's own: loops keep the heads that they have, where those will do.
    pub as_written: bool,
    /// The rounding mode may change at run time (`-frounding-math`).
    pub rounding_math: bool,
    /// Zeros have signs that matter; not with `-fno-signed-zeros`.
    pub signed_zeros: bool,
    /// No NaN or infinity occurs (`-ffinite-math-only`).
    pub finite_math: bool,
    /// Floating-point sums may be put in another order (`-fassociative-math`).
    pub associative_math: bool,
    /// `x / y` may be `x * (1 / y)` (`-freciprocal-math`).
    pub reciprocal_math: bool,
    /// `-funsafe-math-optimizations`, which also links code that flushes denormal numbers to zero.
    pub unsafe_math: bool,
    /// Denormal numbers may be flushed to zero.
    pub flush_denormals: bool,
    /// Floating-point exceptions may be looked at; not with `-fno-trapping-math`.
    pub trapping_math: bool,
    /// Constants without a suffix are `float` (`-fsingle-precision-constant`).
    pub single_constants: bool,
    /// Complex products and quotients by the plain formula (`-fcx-limited-range`).
    pub cx_limited_range: bool,
    /// Whether functions of `math.h` set `errno`, where the options say it (`-fmath-errno`, `-fno-math-errno`); see [`CRules::sets_errno`].
    pub math_errno: Option<bool>,
    /// A bit-field that isn't declared `signed` has no sign (`-funsigned-bitfields`). clang doesn't have it.
    pub unsigned_bit_fields: bool,
    /// Bit-fields lie as Microsoft's compiler puts them (`-mms-bitfields`).
    pub ms_bit_fields: bool,
    pub pack_struct: Pack,
    /// At most so many registers a thread of a kernel (`-gpu=maxregcount:n`).
    pub registers: Option<u32>,
    /// Options that ask for something that GPU kernels can't give, as written, with the reason.
    pub without_effect: Vec<(String, &'static str)>,
}

impl CRules {
    /// Whether the functions of `math.h` that a text calls must set `errno`. Where no option says it, they need not if the user's part of the text
    /// never names `errno`: in a construct any thread may call them, and each has an `errno` of its own.
    pub fn sets_errno(&self, source: &SourceMap) -> bool {
        self.math_errno
            .unwrap_or_else(|| source.user_mentions("errno"))
    }
}

impl Default for CRules {
    fn default() -> Self {
        Self {
            strict_aliasing: true,
            wrapv: false,
            trapv: false,
            wrapv_pointer: false,
            fp_contract: Contract::Default,
            optimised: false,
            nvc: false,
            host_fma: false,
            clang: false,
            iso: false,
            c89: false,
            cpp: false,
            cores_alone: false,
            as_written: false,
            rounding_math: false,
            signed_zeros: true,
            finite_math: false,
            associative_math: false,
            reciprocal_math: false,
            unsafe_math: false,
            flush_denormals: false,
            trapping_math: true,
            single_constants: false,
            cx_limited_range: false,
            math_errno: None,
            unsigned_bit_fields: false,
            ms_bit_fields: false,
            pack_struct: Pack::No,
            registers: None,
            without_effect: Vec::new(),
        }
    }
}

const WRAP: &str =
    "NVIDIA's compiler leaves overflow of signed integers undefined; compute in unsigned";

/// Options that demand something of all code and that a GPU has no means for.
const DEMANDS: &[(&str, &str, &str)] = &[
    (
        "-frounding-math",
        "-fno-rounding-math",
        "GPU kernels always round to nearest",
    ),
    (
        "-ftrapping-math",
        "-fno-trapping-math",
        "a GPU has no floating-point exception flags",
    ),
    (
        "-fsignaling-nans",
        "-fno-signaling-nans",
        "a GPU has no signaling NaNs",
    ),
    ("-ftrapv", "-fno-trapv", "GPU kernels don't trap"),
    ("-fwrapv", "-fno-wrapv", WRAP),
    ("-fno-strict-overflow", "-fstrict-overflow", WRAP),
    (
        "-fmath-errno",
        "-fno-math-errno",
        "GPU kernels don't set errno",
    ),
    (
        "-fnon-call-exceptions",
        "-fno-non-call-exceptions",
        "GPU kernels don't trap",
    ),
];

impl CRules {
    /// The rules that a host compiler's options set, in their order.
    ///
    /// `host_fma` says whether its machine has a fused multiply-add with these options.
    pub fn of<'a>(words: impl IntoIterator<Item = &'a str>, clang: bool, host_fma: bool) -> Self {
        let mut rules = Self {
            clang,
            host_fma,
            ..Self::default()
        };
        for word in words {
            if let Some(level) = word.strip_prefix("-O") {
                rules.optimised = level == "fast" || level.parse().is_ok_and(|n: u32| n >= 3);
            }
            rules.read(word);
            rules.read_demand(word);
        }
        rules
    }

    fn read(&mut self, word: &str) {
        let fast = self.fast(word);
        if fast {
            return;
        }
        match word {
            "-fstrict-aliasing" => self.strict_aliasing = true,
            "-fno-strict-aliasing" => self.strict_aliasing = false,
            // Of -fwrapv and -ftrapv the later one counts.
            "-fwrapv" => (self.wrapv, self.trapv) = (true, false),
            "-fno-wrapv" => self.wrapv = false,
            "-ftrapv" => (self.trapv, self.wrapv) = (true, false),
            "-fno-trapv" => self.trapv = false,
            "-fwrapv-pointer" => self.wrapv_pointer = true,
            "-fno-wrapv-pointer" => self.wrapv_pointer = false,
            "-fno-strict-overflow" => {
                (self.wrapv, self.wrapv_pointer, self.trapv) = (true, true, false);
            }
            "-fstrict-overflow" => (self.wrapv, self.wrapv_pointer) = (false, false),
            "-ffp-contract=off" => self.fp_contract = Contract::Off,
            "-ffp-contract=on" => self.fp_contract = Contract::On,
            "-ffp-contract=fast" | "-ffp-contract=fast-honor-pragmas" => {
                self.fp_contract = Contract::Fast;
            }
            "-frounding-math" => self.rounding_math = true,
            "-fno-rounding-math" => self.rounding_math = false,
            "-fsigned-zeros" => self.signed_zeros = true,
            "-fno-signed-zeros" => self.signed_zeros = false,
            "-ffinite-math-only" => self.finite_math = true,
            "-fno-finite-math-only" => self.finite_math = false,
            "-fassociative-math" => self.associative_math = true,
            "-fno-associative-math" => self.associative_math = false,
            "-freciprocal-math" => self.reciprocal_math = true,
            "-fno-reciprocal-math" => self.reciprocal_math = false,
            "-ftrapping-math" => self.trapping_math = true,
            "-fno-trapping-math" => self.trapping_math = false,
            "-fsingle-precision-constant" => self.single_constants = true,
            "-fno-single-precision-constant" => self.single_constants = false,
            "-fcx-limited-range" => self.cx_limited_range = true,
            "-fno-cx-limited-range" => self.cx_limited_range = false,
            "-fmath-errno" => self.math_errno = Some(true),
            "-fno-math-errno" => self.math_errno = Some(false),
            "-funsigned-bitfields" | "-fno-signed-bitfields" => {
                self.unsigned_bit_fields = !self.clang;
            }
            "-fsigned-bitfields" | "-fno-unsigned-bitfields" => self.unsigned_bit_fields = false,
            "-mms-bitfields" => self.ms_bit_fields = true,
            "-mno-ms-bitfields" => self.ms_bit_fields = false,
            "-fpack-struct" => self.pack_struct = Pack::All,
            "-fno-pack-struct" => self.pack_struct = Pack::No,
            "-mdaz-ftz" => self.flush_denormals = true,
            "-mno-daz-ftz" => self.flush_denormals = false,
            "-ansi" => (self.iso, self.c89) = (true, true),
            _ => self.read_valued(word),
        }
    }

    /// `-ffast-math` and its kin, which stand for several options each; whether `word` is one.
    fn fast(&mut self, word: &str) -> bool {
        let (on, whole) = match word {
            "-ffast-math" | "-Ofast" => (true, true),
            "-fno-fast-math" => (false, true),
            "-funsafe-math-optimizations" => (true, false),
            "-fno-unsafe-math-optimizations" => (false, false),
            _ => return false,
        };
        self.unsafe_math = on;
        self.flush_denormals = on;
        self.associative_math = on;
        self.reciprocal_math = on;
        self.signed_zeros = !on;
        self.trapping_math = !on;
        match (on, self.fp_contract) {
            (true, Contract::Default) => self.fp_contract = Contract::Fast,
            // clang's -ffast-math sets it whatever was said before; gcc's doesn't touch it.
            (true, _) if self.clang => self.fp_contract = Contract::Fast,
            (false, Contract::Fast) => self.fp_contract = Contract::Default,
            _ => {}
        }
        if whole {
            self.finite_math = on;
            self.cx_limited_range = on;
            self.math_errno = on.then_some(false);
            if on {
                self.rounding_math = false;
            }
        }
        true
    }

    fn read_valued(&mut self, word: &str) {
        if let Some(standard) = word
            .strip_prefix("-std=")
            .or_else(|| word.strip_prefix("--std="))
        {
            self.iso = standard.starts_with('c') || standard.starts_with("iso");
            let year = standard.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            self.c89 = matches!(year, "89" | "90" | "9899:1990" | "9899:199409");
        } else if word.starts_with("-fpack-struct=") {
            self.pack_struct = Pack::Most;
        } else if let Some(mode) = word.strip_prefix("-fdenormal-fp-math=") {
            self.flush_denormals = !mode.starts_with("ieee");
        } else if let Some(model) = word.strip_prefix("-ffp-model=") {
            self.fast(match model {
                "fast" | "aggressive" => "-ffast-math",
                _ => "-fno-fast-math",
            });
            if model == "strict" {
                (self.rounding_math, self.fp_contract) = (true, Contract::Off);
            } else if model == "precise" {
                self.fp_contract = Contract::On;
            }
        }
    }

    /// Notes what a GPU can't follow.
    fn read_demand(&mut self, word: &str) {
        for (on, off, why) in DEMANDS {
            if word == *on && !self.without_effect.iter().any(|(w, _)| w == on) {
                self.without_effect.push((word.to_string(), why));
            } else if word == *off {
                self.without_effect.retain(|(w, _)| w != on);
            }
        }
        let valued = [
            ("-mfpmath=", "387", "a GPU has no 80-bit registers"),
            (
                "-fexcess-precision=",
                "16",
                "a GPU computes in the operands' types",
            ),
            (
                "-ffp-model=",
                "strict",
                "GPU kernels always round to nearest",
            ),
        ];
        for (name, value, why) in valued {
            let Some(given) = word.strip_prefix(name) else {
                continue;
            };
            self.without_effect.retain(|(w, _)| !w.starts_with(name));
            if given.contains(value) {
                self.without_effect.push((word.to_string(), why));
            }
        }
        if matches!(word, "-ffast-math" | "-Ofast") {
            let dropped = ["-frounding-math", "-ftrapping-math", "-fmath-errno"];
            self.without_effect
                .retain(|(w, _)| !dropped.contains(&w.as_str()));
        }
        match word {
            "-fwrapv" => self.without_effect.retain(|(w, _)| w != "-ftrapv"),
            "-ftrapv" => self.without_effect.retain(|(_, why)| *why != WRAP),
            "-fno-wrapv" => self
                .without_effect
                .retain(|(w, _)| w != "-fno-strict-overflow"),
            _ => {}
        }
    }

    /// Whether kernels may round `a * b + c` once.
    ///
    /// Where it is asked for (`-ffp-contract=fast`, `-ffast-math`), where the host compiler would do so with
    /// its own machine's instructions, and where [speed is asked for](Self::contracts_alone). Plain C for x86-64 without `-mfma` never does, and with
    /// `-O2` neither do kernels: the same source gives the same bits on every device.
    pub fn contracts(&self) -> bool {
        match self.fp_contract {
            Contract::Off => false,
            Contract::Fast => true,
            Contract::On => self.clang && self.host_fma,
            Contract::Default => self.host_contracts() || self.contracts_alone(),
        }
    }

    /// What the host compiler does by itself.
    fn host_contracts(&self) -> bool {
        self.host_fma && (self.clang || !self.iso)
    }

    /// Whether kernels may round `a * b + c` once though the host's code doesn't, and nobody has asked for either: with `-O3`, and where a command is written for nvc, as nvc, nvcc
    /// and gcc for GPUs do at any level. ISO C (`-std=c11`) has contraction within expressions alone, which GPUs' compilers don't keep to.
    pub fn contracts_alone(&self) -> bool {
        let asked = self.nvc || self.optimised && !self.iso;
        self.fp_contract == Contract::Default && !self.host_contracts() && asked
    }

    /// What NVRTC and nvcc must be told for kernels to mean what the host compiler makes of C.
    pub fn nvrtc_options(&self) -> Vec<String> {
        let asked = [
            (!self.contracts(), "--fmad=false"),
            (self.flush_denormals, "--ftz=true"),
            (self.reciprocal_math, "--prec-div=false"),
            (self.unsafe_math, "--prec-sqrt=false"),
        ];
        let registers = self.registers.map(|n| format!("--maxrregcount={n}"));
        asked
            .into_iter()
            .filter(|(holds, _)| *holds)
            .map(|(_, option)| option.to_string())
            .chain(registers)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(line: &str) -> CRules {
        CRules::of(line.split_whitespace(), false, false)
    }

    fn contracts(line: &str, clang: bool, fma: bool) -> bool {
        CRules::of(line.split_whitespace(), clang, fma).contracts()
    }

    #[test]
    fn the_last_option_wins() {
        assert!(rules("").strict_aliasing);
        assert!(!rules("-fno-strict-aliasing -O3").strict_aliasing);
        assert!(rules("-fno-strict-aliasing -fstrict-aliasing").strict_aliasing);
        assert!(rules("-ftrapv -fwrapv").wrapv && !rules("-ftrapv -fwrapv").trapv);
        assert!(!rules("-fwrapv -ftrapv").wrapv && rules("-fwrapv -ftrapv").trapv);
        assert!(rules("-fno-strict-overflow").wrapv);
        assert!(!rules("-fno-strict-overflow -fno-wrapv").wrapv);
        assert!(rules("-ffast-math -fsigned-zeros").signed_zeros);
        assert!(!rules("-fsigned-zeros -ffast-math").signed_zeros);
    }

    #[test]
    fn errno_is_set_where_the_user_can_see_it() {
        let without = "# 1 \"/usr/include/errno.h\" 1 3\nint *__errno_location(void);\n# 2 \"a.c\" 2\nx = 1;\n";
        let with = format!(
            "{without}if (\n# 3 \"a.c\" 3 4\n(*__errno_location ())\n# 3 \"a.c\"\n) {{}}\n"
        );
        let sets = |options: &str, text: &str| {
            rules(options).sets_errno(&SourceMap::new(text.to_string(), "a.c"))
        };
        assert!(!sets("", without));
        assert!(sets("", &with));
        assert!(sets("-fmath-errno", without));
        assert!(!sets("-fno-math-errno", &with));
        assert!(!sets("-ffast-math", &with));
        assert!(sets("-ffast-math -fno-fast-math", &with));
    }

    #[test]
    fn kernels_contract_where_the_host_does_or_is_told_to() {
        // Plain C on x86-64 has no instruction for it.
        assert!(!contracts("-O2", false, false));
        assert!(!contracts("-O2", true, false));
        // With one, gcc uses it in gnu modes, clang in all.
        assert!(contracts("-O2", false, true));
        assert!(!contracts("-O3 -std=c11", false, true));
        assert!(contracts("-std=c11 -std=gnu11", false, true));
        assert!(contracts("-O3 -std=c11", true, true));
        // What is asked for holds on any machine.
        assert!(contracts("-ffp-contract=fast", false, false));
        assert!(contracts("-Ofast", false, false));
        assert!(!contracts("-Ofast -ffp-contract=off", false, true));
        assert!(!contracts("-ffp-contract=off -ffast-math", false, true));
        assert!(contracts("-ffp-contract=off -ffast-math", true, true));
        assert!(!contracts("-ffast-math -fno-fast-math", false, false));
        assert!(!contracts("-ffp-contract=on", false, true));
    }

    #[test]
    fn kernels_contract_where_speed_is_asked_for() {
        for line in ["-O3", "-O2 -O3", "-O4", "-Ofast", "-O3 -std=gnu99"] {
            assert!(contracts(line, false, false), "{line}");
        }
        for line in [
            "",
            "-O",
            "-O2",
            "-Os",
            "-Og",
            "-O3 -O2",
            "-O3 -std=c99",
            "-O3 -ffp-contract=off",
            "-O3 -ffp-contract=on",
        ] {
            assert!(!contracts(line, false, false), "{line}");
        }
        let nvc = |line: &str| {
            let nvc = true;
            CRules { nvc, ..rules(line) }
        };
        assert!(nvc("-O2").contracts_alone() && nvc("-O2 -std=c99").contracts());
        assert!(!nvc("-O2 -ffp-contract=off").contracts());
        // Asked for, or the host's own way: nothing to tell.
        assert!(!rules("-Ofast").contracts_alone());
        let host = CRules::of(["-O3"], false, true);
        assert!(host.contracts() && !host.contracts_alone());
    }

    #[test]
    fn nvrtc_follows() {
        assert_eq!(rules("-O2").nvrtc_options(), ["--fmad=false"]);
        assert_eq!(
            rules("-ffast-math").nvrtc_options(),
            ["--ftz=true", "--prec-div=false", "--prec-sqrt=false"]
        );
        assert_eq!(
            rules("-freciprocal-math").nvrtc_options(),
            ["--fmad=false", "--prec-div=false"]
        );
        assert_eq!(rules("-ffp-contract=fast").nvrtc_options(), [""; 0]);
    }

    #[test]
    fn what_a_gpu_cannot_follow_is_noted_once() {
        let named = |line: &str| -> Vec<String> {
            let rules = rules(line);
            rules.without_effect.into_iter().map(|(w, _)| w).collect()
        };
        assert_eq!(
            named("-frounding-math -frounding-math"),
            ["-frounding-math"]
        );
        assert!(named("-frounding-math -fno-rounding-math").is_empty());
        assert!(named("-frounding-math -ffast-math").is_empty());
        assert_eq!(named("-ftrapv -fwrapv"), ["-fwrapv"]);
        assert!(named("-fwrapv -fno-wrapv").is_empty());
        assert_eq!(named("-mfpmath=387"), ["-mfpmath=387"]);
        assert!(named("-mfpmath=387 -mfpmath=sse").is_empty());
    }
}
