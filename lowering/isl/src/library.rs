//! Finding libisl, opening it, and the table of its functions that are called.
//!
//! gcc itself is linked with libisl, so the library is there wherever Debian's gcc is. Its interface has been the same since
//! version 0.15 as far as it is used here.

use std::os::raw::{c_char, c_int, c_long, c_ulong};
use std::path::PathBuf;

/// isl's objects, which only isl looks into.
macro_rules! opaque {
    ($($name:ident)+) => { $(#[repr(C)] pub struct $name { _private: [u8; 0] })+ };
}
opaque! {
    Ctx RawSet RawMap RawPoint RawVal RawPwAff RawBuild RawExpr RawId RawUnionSet RawUnionMap RawConstraints RawSchedule RawNode RawScheduleNode
    RawNodes RawSpace RawMat RawBasicSet
}

macro_rules! functions {
    ($($name:ident($($arg:ty),*) $(-> $ret:ty)?;)+) => {
        /// libisl's functions. The library is never closed.
        pub struct Library {
            $(pub $name: unsafe extern "C" fn($($arg),*) $(-> $ret)?,)+
        }

        impl Library {
            fn symbols(lib: &libloading::Library) -> Result<Self, String> {
                Ok(Library {
                    $($name: {
                        // SAFETY: the signature is that of isl's headers.
                        let symbol = unsafe {
                            lib.get::<unsafe extern "C" fn($($arg),*) $(-> $ret)?>(
                                concat!(stringify!($name), "\0").as_bytes(),
                            )
                        };
                        *symbol.map_err(|_| format!("it has no function {}", stringify!($name)))?
                    },)+
                })
            }
        }
    };
}

functions! {
    isl_ctx_alloc() -> *mut Ctx;
    isl_ctx_free(*mut Ctx);
    isl_options_set_on_error(*mut Ctx, c_int) -> c_int;
    isl_ctx_set_max_operations(*mut Ctx, c_ulong);
    isl_ctx_reset_operations(*mut Ctx);
    isl_ctx_reset_error(*mut Ctx);
    isl_ctx_last_error(*mut Ctx) -> c_int;
    isl_set_read_from_str(*mut Ctx, *const c_char) -> *mut RawSet;
    isl_space_set_alloc(*mut Ctx, u32, u32) -> *mut RawSpace;
    isl_space_set_dim_name(*mut RawSpace, c_int, u32, *const c_char) -> *mut RawSpace;
    isl_mat_alloc(*mut Ctx, u32, u32) -> *mut RawMat;
    isl_mat_set_element_si(*mut RawMat, c_int, c_int, c_int) -> *mut RawMat;
    isl_mat_set_element_val(*mut RawMat, c_int, c_int, *mut RawVal) -> *mut RawMat;
    isl_val_int_from_si(*mut Ctx, c_long) -> *mut RawVal;
    isl_basic_set_from_constraint_matrices(*mut RawSpace, *mut RawMat, *mut RawMat, c_int, c_int, c_int, c_int) -> *mut RawBasicSet;
    isl_set_from_basic_set(*mut RawBasicSet) -> *mut RawSet;
    isl_set_to_str(*mut RawSet) -> *mut c_char;
    isl_set_copy(*mut RawSet) -> *mut RawSet;
    isl_set_free(*mut RawSet) -> *mut RawSet;
    isl_set_is_empty(*mut RawSet) -> c_int;
    isl_set_is_subset(*mut RawSet, *mut RawSet) -> c_int;
    isl_set_union(*mut RawSet, *mut RawSet) -> *mut RawSet;
    isl_set_intersect(*mut RawSet, *mut RawSet) -> *mut RawSet;
    isl_set_subtract(*mut RawSet, *mut RawSet) -> *mut RawSet;
    isl_map_read_from_str(*mut Ctx, *const c_char) -> *mut RawMap;
    isl_map_to_str(*mut RawMap) -> *mut c_char;
    isl_map_copy(*mut RawMap) -> *mut RawMap;
    isl_map_free(*mut RawMap) -> *mut RawMap;
    isl_map_coalesce(*mut RawMap) -> *mut RawMap;
    isl_map_range(*mut RawMap) -> *mut RawSet;
    isl_map_domain(*mut RawMap) -> *mut RawSet;
    isl_map_union(*mut RawMap, *mut RawMap) -> *mut RawMap;
    isl_map_intersect(*mut RawMap, *mut RawMap) -> *mut RawMap;
    isl_map_apply_range(*mut RawMap, *mut RawMap) -> *mut RawMap;
    isl_map_intersect_domain(*mut RawMap, *mut RawSet) -> *mut RawMap;
    isl_map_intersect_range(*mut RawMap, *mut RawSet) -> *mut RawMap;
    isl_map_reverse(*mut RawMap) -> *mut RawMap;
    isl_map_range_factor_range(*mut RawMap) -> *mut RawMap;
    isl_map_lexmax(*mut RawMap) -> *mut RawMap;
    isl_map_transitive_closure(*mut RawMap, *mut c_int) -> *mut RawMap;
    isl_map_power(*mut RawMap, *mut c_int) -> *mut RawMap;
    isl_map_is_empty(*mut RawMap) -> c_int;
    isl_set_identity(*mut RawSet) -> *mut RawMap;
    isl_set_lex_lt_set(*mut RawSet, *mut RawSet) -> *mut RawMap;
    isl_set_project_out(*mut RawSet, c_int, u32, u32) -> *mut RawSet;
    isl_set_move_dims(*mut RawSet, c_int, u32, c_int, u32, u32) -> *mut RawSet;
    isl_set_lexmin(*mut RawSet) -> *mut RawSet;
    isl_set_sample_point(*mut RawSet) -> *mut RawPoint;
    isl_point_is_void(*mut RawPoint) -> c_int;
    isl_point_get_coordinate_val(*mut RawPoint, c_int, c_int) -> *mut RawVal;
    isl_point_free(*mut RawPoint) -> *mut RawPoint;
    isl_set_coalesce(*mut RawSet) -> *mut RawSet;
    isl_set_params(*mut RawSet) -> *mut RawSet;
    isl_set_dim_min(*mut RawSet, c_int) -> *mut RawPwAff;
    isl_set_dim_max(*mut RawSet, c_int) -> *mut RawPwAff;
    isl_pw_aff_coalesce(*mut RawPwAff) -> *mut RawPwAff;
    isl_ast_build_from_context(*mut RawSet) -> *mut RawBuild;
    isl_ast_build_free(*mut RawBuild) -> *mut RawBuild;
    isl_ast_build_expr_from_pw_aff(*mut RawBuild, *mut RawPwAff) -> *mut RawExpr;
    isl_ast_build_expr_from_set(*mut RawBuild, *mut RawSet) -> *mut RawExpr;
    isl_ast_expr_get_type(*mut RawExpr) -> c_int;
    isl_ast_expr_get_op_type(*mut RawExpr) -> c_int;
    isl_ast_expr_get_op_n_arg(*mut RawExpr) -> c_int;
    isl_ast_expr_get_op_arg(*mut RawExpr, c_int) -> *mut RawExpr;
    isl_ast_expr_get_id(*mut RawExpr) -> *mut RawId;
    isl_ast_expr_get_val(*mut RawExpr) -> *mut RawVal;
    isl_ast_expr_free(*mut RawExpr) -> *mut RawExpr;
    isl_id_get_name(*mut RawId) -> *const c_char;
    isl_id_free(*mut RawId) -> *mut RawId;
    isl_union_set_read_from_str(*mut Ctx, *const c_char) -> *mut RawUnionSet;
    isl_union_map_read_from_str(*mut Ctx, *const c_char) -> *mut RawUnionMap;
    isl_union_map_copy(*mut RawUnionMap) -> *mut RawUnionMap;
    isl_union_set_free(*mut RawUnionSet) -> *mut RawUnionSet;
    isl_options_set_schedule_algorithm(*mut Ctx, c_int) -> c_int;
    isl_options_set_schedule_outer_coincidence(*mut Ctx, c_int) -> c_int;
    isl_options_set_schedule_max_coefficient(*mut Ctx, c_int) -> c_int;
    isl_schedule_constraints_on_domain(*mut RawUnionSet) -> *mut RawConstraints;
    isl_schedule_constraints_set_context(*mut RawConstraints, *mut RawSet) -> *mut RawConstraints;
    isl_schedule_constraints_set_validity(*mut RawConstraints, *mut RawUnionMap) -> *mut RawConstraints;
    isl_schedule_constraints_set_coincidence(*mut RawConstraints, *mut RawUnionMap) -> *mut RawConstraints;
    isl_schedule_constraints_set_proximity(*mut RawConstraints, *mut RawUnionMap) -> *mut RawConstraints;
    isl_schedule_constraints_compute_schedule(*mut RawConstraints) -> *mut RawSchedule;
    isl_schedule_get_root(*mut RawSchedule) -> *mut RawScheduleNode;
    isl_schedule_node_get_type(*mut RawScheduleNode) -> c_int;
    isl_schedule_node_has_children(*mut RawScheduleNode) -> c_int;
    isl_schedule_node_child(*mut RawScheduleNode, c_int) -> *mut RawScheduleNode;
    isl_schedule_node_band_n_member(*mut RawScheduleNode) -> c_int;
    isl_schedule_node_band_member_get_coincident(*mut RawScheduleNode, c_int) -> c_int;
    isl_schedule_node_free(*mut RawScheduleNode) -> *mut RawScheduleNode;
    isl_ast_build_node_from_schedule(*mut RawBuild, *mut RawSchedule) -> *mut RawNode;
    isl_ast_node_get_type(*mut RawNode) -> c_int;
    isl_ast_node_for_get_iterator(*mut RawNode) -> *mut RawExpr;
    isl_ast_node_for_get_init(*mut RawNode) -> *mut RawExpr;
    isl_ast_node_for_get_cond(*mut RawNode) -> *mut RawExpr;
    isl_ast_node_for_get_inc(*mut RawNode) -> *mut RawExpr;
    isl_ast_node_for_get_body(*mut RawNode) -> *mut RawNode;
    isl_ast_node_for_is_degenerate(*mut RawNode) -> c_int;
    isl_ast_node_if_get_cond(*mut RawNode) -> *mut RawExpr;
    isl_ast_node_if_get_then(*mut RawNode) -> *mut RawNode;
    isl_ast_node_if_has_else(*mut RawNode) -> c_int;
    isl_ast_node_if_get_else(*mut RawNode) -> *mut RawNode;
    isl_ast_node_block_get_children(*mut RawNode) -> *mut RawNodes;
    isl_ast_node_list_n_ast_node(*mut RawNodes) -> c_int;
    isl_ast_node_list_get_ast_node(*mut RawNodes, c_int) -> *mut RawNode;
    isl_ast_node_list_free(*mut RawNodes) -> *mut RawNodes;
    isl_ast_node_user_get_expr(*mut RawNode) -> *mut RawExpr;
    isl_ast_node_free(*mut RawNode) -> *mut RawNode;
    isl_val_is_int(*mut RawVal) -> c_int;
    isl_val_get_num_si(*mut RawVal) -> c_long;
    isl_val_free(*mut RawVal) -> *mut RawVal;
}

/// The library, opened once per process; or why there is none.
///
/// # Errors
/// What was tried, and what was wrong with it.
pub fn library() -> Result<&'static Library, &'static str> {
    static LIBRARY: std::sync::OnceLock<Result<Library, String>> = std::sync::OnceLock::new();
    LIBRARY.get_or_init(load).as_ref().map_err(String::as_str)
}

fn load() -> Result<Library, String> {
    let mut refused = Vec::new();
    for path in candidates() {
        match open(&path) {
            Ok(lib) => return Ok(lib),
            Err(why) => refused.push(format!("{}: {why}", path.display())),
        }
    }
    Err(refused.join("; "))
}

fn open(path: &PathBuf) -> Result<Library, String> {
    // SAFETY: opening a shared library runs its initialisers; libisl has none.
    let lib = unsafe { libloading::Library::new(path) }.map_err(|e| e.to_string())?;
    let table = Library::symbols(&lib)?;
    std::mem::forget(lib);
    Ok(table)
}

/// Who names a library in ACCRS_LIBISL wants that one, and no other; else the loader's own search finds it.
fn candidates() -> Vec<PathBuf> {
    if let Some(named) = std::env::var_os("ACCRS_LIBISL").filter(|v| !v.is_empty()) {
        return vec![PathBuf::from(named)];
    }
    let versions = [
        "libisl.so.23",
        "libisl.so.22",
        "libisl.so.21",
        "libisl.so.19",
        "libisl.so.15",
        "libisl.so",
    ];
    versions.into_iter().map(PathBuf::from).collect()
}
