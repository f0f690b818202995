//! How libaccrt.so is linked: a library with regions may be closed again (dlclose), but the threads of
//! this runtime and of the OpenMP library that runs its kernels live on, so both stay loaded. Programs ask for it by its name, not by the path that it had
//! when they were linked, so that they may be moved.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    for word in [
        "-Wl,-z,nodelete",
        "-Wl,-soname,libaccrt.so",
        "-Wl,--push-state,--no-as-needed",
        "-lgomp",
        "-Wl,--pop-state",
    ] {
        println!("cargo:rustc-cdylib-link-arg={word}");
    }
}
