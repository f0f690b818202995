//! nvc's and pgcc's words that are not about OpenACC: libraries, optimisation, other parallelism, messages, the link.

use super::About::{Code, Constructs};
use super::Meaning::{Anyway, Computed, Host, Nothing, Own};
use super::Takes::{self, EqualsOrNext, MaybeEquals, Rest};
use super::{Alias, COMPARED, Library, Meaning, Row, TARGET_REGIONS, processor, row, suggestion};

pub const LIBRARIES: &[Row] = &[
    row("-cuda", MaybeEquals("charstring"), Computed(cuda, CUDA)),
    row("-Mcuda", MaybeEquals("cc60,cuda10.1"), Computed(cuda, CUDA)),
    row("-cudalibs", Takes::Nothing, Computed(cuda, CUDA)),
    row(
        "-cudalib",
        MaybeEquals("cublas,cufft"),
        Computed(cudalib, CUDALIB),
    ),
    row(
        "-Mcudalib",
        MaybeEquals("cublas"),
        Computed(cudalib, CUDALIB),
    ),
    row(
        "-cudaforlibs",
        Takes::Nothing,
        Nothing(Code, "these are libraries of CUDA Fortran"),
    ),
    row(
        "-Mmpi",
        MaybeEquals("mpich"),
        Nothing(
            Code,
            "accrs leaves MPI to its wrapper: use mpicc with MPICH_CC=accrs or OMPI_CC=accrs",
        ),
    ),
    row("-Mscalapack", Takes::Nothing, NO_LIBRARY),
    row("-Mmkl", MaybeEquals("sequential"), NO_LIBRARY),
    row("-Mnvpl", MaybeEquals("blas"), NO_LIBRARY),
    row("-M[no]nvmalloc", Takes::Nothing, NO_LIBRARY),
];

const CUDA: &str =
    "the include files and the runtime (`cudart`) of a CUDA toolkit, where one is found";
const CUDALIB: &str = "`-lcublas` and so on, with the folders of a CUDA toolkit: `CUDA_HOME`, `CUDA_PATH`, `NVHPC`, \
                       `/usr/local/cuda`, or that of `nvcc`; an error where a link doesn't find them";
const NO_LIBRARY: Meaning = Nothing(Code, "that library comes with nvc or PGI; -l names another");

/// Sub-options of `-cudalib=`, and the libraries' names.
const CUDA_LIBRARIES: &[(&str, &[&str])] = &[
    ("cublas", &["cublas", "cublasLt"]),
    ("cublaslt", &["cublasLt"]),
    ("cublasmp", &["cublasmp"]),
    ("cufft", &["cufft"]),
    ("cufftw", &["cufftw", "cufft"]),
    ("cufftmp", &["cufftMp"]),
    ("curand", &["curand"]),
    ("cusolver", &["cusolver", "cusparse", "cublas"]),
    ("cusolvermp", &["cusolverMp"]),
    ("cusparse", &["cusparse"]),
    ("cutensor", &["cutensor"]),
    ("cupti", &["cupti"]),
    ("nccl", &["nccl"]),
    ("nvblas", &["nvblas"]),
    ("nvshmem", &["nvshmem_host"]),
    ("nvlamath", &["nvlamath"]),
    ("nvlamath_ilp64", &["nvlamath_ilp64"]),
    ("nvtx", &["nvToolsExt"]),
    // Include files alone.
    ("nvtx3", &[]),
];

fn library(name: &'static str, word: &str, needed: bool) -> Library {
    Library {
        name,
        word: word.to_string(),
        needed,
    }
}

fn cuda(written: &str, _: &str) -> Result<Alias, String> {
    Ok(Alias {
        cuda: vec![library("cudart", written, false)],
        ..Alias::default()
    })
}

fn cudalib(written: &str, value: &str) -> Result<Alias, String> {
    let name = written.split('=').next().unwrap_or(written);
    let mut alias = Alias::default();
    for given in value.split(',').filter(|g| !g.is_empty()) {
        // `cufft:callback`
        let plain = given.split(':').next().unwrap_or(given);
        let Some((_, files)) = CUDA_LIBRARIES.iter().find(|(known, _)| *known == plain) else {
            let known = CUDA_LIBRARIES.iter().map(|(known, _)| *known);
            let like = suggestion(plain, known, &format!("{name}="));
            return Err(format!("unknown '{given}' in '{name}='{like}"));
        };
        let word = format!("{name}={given}");
        alias
            .cuda
            .extend(files.iter().map(|file| library(file, &word, true)));
    }
    alias.cuda.push(library("cudart", written, false));
    Ok(alias)
}

const FAST: &str = "`-O3 -march=native`, which a note says (ACC0417); `-march=`, `-mcpu=` or `-tp=` names another processor";

/// `-O3` for the machine at hand, as with nvc.
fn fast(_: &str, _: &str) -> Result<Alias, String> {
    Ok(Alias {
        native: true,
        ..Alias::host(["-O3"])
    })
}

const TUNING: Meaning = Nothing(Code, "nvc's own optimiser alone has that");

pub const OPTIMISATION: &[Row] = &[
    row("-fast", Takes::Nothing, Computed(fast, FAST)),
    row("-fastsse", Takes::Nothing, Computed(fast, FAST)),
    row("-O4", Takes::Nothing, Host(&["-O3"])),
    row(
        "-Mvect",
        MaybeEquals("simd:256"),
        Host(&["-ftree-vectorize"]),
    ),
    row("-Mnovect", Takes::Nothing, Host(&["-fno-tree-vectorize"])),
    row("-Munroll", MaybeEquals("c:4"), Host(&["-funroll-loops"])),
    row("-Mnounroll", Takes::Nothing, Host(&["-fno-unroll-loops"])),
    row(
        "-Minline",
        MaybeEquals("levels:25"),
        Host(&["-finline-functions"]),
    ),
    row(
        "-Mautoinline",
        MaybeEquals("levels:5"),
        Host(&["-finline-functions"]),
    ),
    row("-Mnoinline", Takes::Nothing, Host(&["-fno-inline"])),
    row(
        "-Mnoautoinline",
        Takes::Nothing,
        Host(&["-fno-inline-functions"]),
    ),
    row(
        "-Mframe",
        Takes::Nothing,
        Host(&["-fno-omit-frame-pointer"]),
    ),
    row("-Mnoframe", Takes::Nothing, Host(&["-fomit-frame-pointer"])),
    row(
        "-Mipa",
        MaybeEquals("fast,inline"),
        Nothing(Code, "-flto is the host compiler's word"),
    ),
    row(
        "-Mnoipa",
        Takes::Nothing,
        Anyway("without `-flto` files are compiled by themselves"),
    ),
    row(
        "-Mnodepchk",
        Takes::Nothing,
        Nothing(
            Code,
            "restrict, or loop independent, says of one pointer or loop that nothing overlaps",
        ),
    ),
    row(
        "-Mdepchk",
        Takes::Nothing,
        Anyway("dependences are looked for"),
    ),
    row("-M[no]lre", MaybeEquals("array"), TUNING),
    row("-M[no]pre", MaybeEquals("all"), TUNING),
    row("-M[no]scalarsse", Takes::Nothing, TUNING),
    row("-M[no]smart", Takes::Nothing, TUNING),
    row("-M[no]smartalloc", MaybeEquals("huge"), TUNING),
    row("-M[no]cache_align", Takes::Nothing, TUNING),
    row("-M[no]dalign", Takes::Nothing, TUNING),
    row("-M[no]movnt", Takes::Nothing, TUNING),
    row("-M[no]nontemporal", Takes::Nothing, TUNING),
    row("-M[no]prefetch", MaybeEquals("distance:8"), TUNING),
    row("-M[no]zerotrip", Takes::Nothing, TUNING),
    row("-M[no]vintr", Takes::Nothing, TUNING),
    row("-M[no]idiom", Takes::Nothing, TUNING),
    row("-M[no]propcond", Takes::Nothing, TUNING),
    row("-M[no]loop32", Takes::Nothing, TUNING),
    row("-M[no]invarif", Takes::Nothing, TUNING),
    row("-M[no]fuse", Takes::Nothing, TUNING),
    row(
        "-Minterchange",
        Takes::Nothing,
        Own(&["--acc-interchange=true"]),
    ),
    row(
        "-Mnointerchange",
        Takes::Nothing,
        Own(&["--acc-interchange=false"]),
    ),
    row("-M[no]split", MaybeEquals("32"), TUNING),
    row("-M[no]stride0", Takes::Nothing, TUNING),
    row("-M[no]alias", MaybeEquals("ansi"), TUNING),
    row("-M[no]unsafe_par_align", Takes::Nothing, TUNING),
    row("-M[no]safe_lastval", Takes::Nothing, TUNING),
    row("-Mextract", MaybeEquals("lib:x"), TUNING),
    row("-M[no]hugetlb", MaybeEquals("lib"), TUNING),
    row("-M[no]llvm", Takes::Nothing, TUNING),
    row("-M[no]llvm_fast", Takes::Nothing, TUNING),
    row("-Mx,", Rest("15,4"), TUNING),
    row("-Mq,", Rest("0,4"), TUNING),
    row("-Hx,", Rest("15,4"), TUNING),
    row("-Hq,", Rest("0,4"), TUNING),
    row(
        "-M[no]large_arrays",
        Takes::Nothing,
        Anyway("subscripts have 64 bits where the program says so"),
    ),
];

pub const PROCESSOR: &[Row] = &[
    row(
        "-tp",
        EqualsOrNext("zen3"),
        Computed(
            processor::host_word,
            "`-march=` with the host compiler's name for the processor; `native` and `host` are `-march=native`",
        ),
    ),
    row(
        "-march=zen",
        Rest("3"),
        Computed(
            |written, number| processor::host_word(written, &format!("zen{number}")),
            "as `-tp=`; other values of `-march=` are the host compiler's",
        ),
    ),
];

pub const PARALLEL: &[Row] = &[
    row(
        "-mp",
        MaybeEquals("multicore"),
        Computed(openmp, "`-fopenmp`; for `-mp=gpu` on the host, with a note"),
    ),
    row("-openmp", Takes::Nothing, Host(&["-fopenmp"])),
    row("-nomp", Takes::Nothing, Host(&["-fno-openmp"])),
    row("-Mnoopenmp", Takes::Nothing, Host(&["-fno-openmp"])),
    row("-Mopenmp", Takes::Nothing, Host(&["-fopenmp"])),
    row(
        "-stdpar",
        MaybeEquals("gpu"),
        Nothing(Code, "C has no parallel algorithms"),
    ),
    row(
        "-nostdpar",
        Takes::Nothing,
        Anyway("C has no parallel algorithms"),
    ),
    row(
        "-Mconcur",
        MaybeEquals("allcores"),
        Nothing(Code, "loops without a directive stay sequential"),
    ),
    row(
        "-Mnoconcur",
        Takes::Nothing,
        Anyway("loops without a directive stay sequential"),
    ),
    row(
        "-M[no]sgimp",
        Takes::Nothing,
        Anyway("SGI's directives are not read"),
    ),
    row("-M[no]reentrant", Takes::Nothing, Anyway("C is reentrant")),
];

fn openmp(written: &str, value: &str) -> Result<Alias, String> {
    let mut alias = Alias::host(["-fopenmp"]);
    if value.split(',').any(|item| item == "gpu") {
        alias.notes = Alias::note(format!("gpu of {written}"), Code, TARGET_REGIONS).notes;
    }
    Ok(alias)
}

/// A wrong subscript ends the program; no library is needed at the link for that.
pub const BOUNDS: &[&str] = &["-fsanitize=bounds", "-fsanitize-undefined-trap-on-error"];

pub const CHECKS: &[Row] = &[
    row("-gopt", Takes::Nothing, Host(&["-g"])),
    row("-Mdwarf2", Takes::Nothing, Host(&["-gdwarf-2"])),
    row("-Mdwarf3", Takes::Nothing, Host(&["-gdwarf-3"])),
    row("-Mdwarf4", Takes::Nothing, Host(&["-gdwarf-4"])),
    row("-Mdwarf5", Takes::Nothing, Host(&["-gdwarf-5"])),
    row("-Mbounds", Takes::Nothing, Host(BOUNDS)),
    row(
        "-Mnobounds",
        Takes::Nothing,
        Anyway("subscripts are not checked"),
    ),
    row(
        "-traceback",
        Takes::Nothing,
        Nothing(
            Code,
            "a debugger, or a core file, shows where a program of -g failed",
        ),
    ),
    row(
        "-notraceback",
        Takes::Nothing,
        Anyway("no traceback is printed"),
    ),
    row(
        "-Mchkptr",
        Takes::Nothing,
        Nothing(Code, "-fsanitize=null is the host compiler's word"),
    ),
    row(
        "-Mnochkptr",
        Takes::Nothing,
        Anyway("pointers are not checked"),
    ),
    row(
        "-Mchkstk",
        Takes::Nothing,
        Nothing(Code, "-fstack-check is the host compiler's word"),
    ),
    row(
        "-Mnochkstk",
        Takes::Nothing,
        Anyway("the stack is not checked"),
    ),
    row(
        "-Mchkfpstk",
        Takes::Nothing,
        Anyway("floating point is not on a stack"),
    ),
    row(
        "-Mpfi",
        MaybeEquals("indirect"),
        Host(&["-fprofile-generate"]),
    ),
    row("-Mpfo", MaybeEquals("layout"), Host(&["-fprofile-use"])),
    row(
        "-Mprof",
        MaybeEquals("lines"),
        Nothing(
            Code,
            "perf, or -pg and gprof, tell of the host; Nsight Systems, or a library in ACC_PROFLIB, of the GPU",
        ),
    ),
    row(
        "-M[no]pgicoff",
        Takes::Nothing,
        Nothing(Code, "-g is the host compiler's word"),
    ),
    row(
        "-Mnodwarf",
        Takes::Nothing,
        Nothing(Code, "-g0 is the host compiler's word"),
    ),
    row("-Mpcast", Takes::Nothing, Nothing(Constructs, COMPARED)),
];

/// Whether a value fits a word that is also, with other values, one of the host compiler's.
pub fn fits(word: &str, value: &str) -> bool {
    match word {
        // clang's -Rpass=…
        "-R" => value.starts_with(['/', '.', '$']),
        // The linker's entry.
        "-e" => value.bytes().all(|b| b.is_ascii_digit()),
        // gcc's -Y… are Solaris's alone; -V is accrs's own.
        "-Y" => value.contains(','),
        _ => true,
    }
}
