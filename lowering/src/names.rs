//! Names in generated code: kernels, and what must not clash with CUDA C++ or the user.
